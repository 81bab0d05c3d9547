// Small comforts on top of pages that work without them: times that stay relative,
// a word when news has come in, and "/" to search.
"use strict";

const UNITS = [["minute", 60, 60], ["hour", 3600, 24], ["day", 86400, 7]];

function relative(moment, now) {
  const seconds = (now - moment) / 1000;
  if (Math.abs(seconds) < 60) return "just now";
  for (const [unit, size, limit] of UNITS) {
    const count = Math.floor(Math.abs(seconds) / size);
    if (count < limit) {
      const length = `${count} ${unit}${count === 1 ? "" : "s"}`;
      return seconds > 0 ? `${length} ago` : `in ${length}`;
    }
  }
  return null; // the page has named the day
}

function refreshTimes() {
  const now = Date.now();
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const said = relative(Date.parse(time.dateTime), now);
    if (said !== null) time.textContent = said;
  }
}

async function articleCount() {
  const answer = await fetch("/api/search?limit=1", { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).total;
}

// Tells when articles have come in; a paper that is only just filling reloads by itself.
function watchNews(place) {
  const filling = "filling" in place.dataset;
  let before = null;
  async function look() {
    if (document.hidden) return;
    let total;
    try {
      total = await articleCount();
    } catch {
      return; // the server rests; we ask again
    }
    if (before === null) before = total;
    const more = total - before;
    if (more <= 0) return;
    if (filling) {
      location.reload();
      return;
    }
    place.firstElementChild.textContent = more === 1 ? "1 new article" : `${more} new articles`;
    place.hidden = false;
  }
  look();
  setInterval(look, filling ? 3000 : 20000);
}

function searchOnSlash(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  const box = document.querySelector("input[type=search]");
  if (box === null) return;
  event.preventDefault();
  box.focus();
  box.select();
}

// Only the parameters in use should stand in the address of a search.
function leaveOutBlanks(event) {
  for (const field of event.target.elements) {
    if (field.name && field.name !== "q" && field.value === "") field.disabled = true;
  }
  setTimeout(() => {
    for (const field of event.target.elements) field.disabled = false;
  });
}

refreshTimes();
setInterval(refreshTimes, 30000);
document.addEventListener("keydown", searchOnSlash);
const watched = document.querySelector("[data-watch]");
if (watched !== null) watchNews(watched);
const inquiry = document.querySelector("form.inquiry");
if (inquiry !== null) inquiry.addEventListener("submit", leaveOutBlanks);

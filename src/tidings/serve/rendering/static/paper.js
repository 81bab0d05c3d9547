// Optional extras: relative times that stay current, a notice of new articles, "/" to search.
// The pages work without them.
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
  return null; // keep the day that the page shows
}

function refreshTimes() {
  const now = Date.now();
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Date.parse(time.dateTime), now);
    if (text !== null) time.textContent = text;
  }
}

async function articleCount() {
  const answer = await fetch("/api/search?limit=1", { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).total;
}

// Shows how many articles are new; a front page with few articles reloads itself instead.
function watchNews(place) {
  const filling = "filling" in place.dataset;
  let before = null;
  async function check() {
    if (document.hidden) return;
    let total;
    try {
      total = await articleCount();
    } catch {
      return; // the server is down; try again later
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
  check();
  setInterval(check, filling ? 3000 : 20000);
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

// Keeps empty parameters out of the URL of a search.
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

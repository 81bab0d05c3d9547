// Live searches: shows what agents find on the live web while they find it.
// Without this script "Look now" opens a page of its own, which reloads itself.
"use strict";

const RUN_EVENTS = ["born", "moved", "saw", "found", "missed", "died", "replaced", "rate", "ended", "gap"];
const FRESHEN = 4000; // milliseconds between two looks at the tables below the finds
const PATIENCE = 3000; // milliseconds without an event, until we say what a run waits for

function sendJson(path, body) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, { method: "POST", headers, body: body === undefined ? "" : JSON.stringify(body) });
}

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

// The number of the run that was asked for; the home may be busy, then its owner answers later.
async function begun(answer) {
  if (answer.status === 201) return (await answer.json()).id;
  const place = answer.status === 202 ? answer.headers.get("Location") : null;
  while (place !== null) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const command = await (await fetch(place, { cache: "no-store" })).json();
    if (command.state === "done") return String(command.result.run);
    if (command.state === "refused") break;
  }
  throw new Error(String(answer.status));
}

function watchLive(section) {
  const list = section.querySelector(".finds");
  const status = section.querySelector(".live-status");
  const spoken = section.querySelector("[role=status]");
  const pattern = section.querySelector("template");
  const advice = section.querySelector(".live-advice");
  const known = new Set([...list.children].map((item) => item.dataset.url));
  const counts = { agents: Number(section.dataset.agents ?? 0), pages: Number(section.dataset.pages ?? 0) };
  let run = section.dataset.run ?? "";
  let isOver = "over" in section.dataset;
  let stream = null;

  function showStatus() {
    const parts = [counted(counts.pages, "page"), counted(known.size, "find")];
    if (isOver) parts.push("ended");
    else parts.unshift(counted(counts.agents, "agent"));
    status.textContent = parts.join(", ");
  }

  function showAdvice(text) {
    if (advice !== null) {
      advice.textContent = text;
      advice.hidden = !text;
    } else if (text) {
      status.textContent = `${status.textContent.replace(/\.$/, "")}. ${text}`;
    }
  }

  function itemOf(find) {
    const item = pattern.content.firstElementChild.cloneNode(true);
    const put = (selector, text) => {
      const place = item.querySelector(selector);
      if (place !== null) place.textContent = text;
      return place;
    };
    const language = find.language === "und" ? "" : find.language;
    item.dataset.url = find.url;
    item.dataset.domain = find.domain;
    const headline = put("h2 a", find.title);
    headline.href = `/article/${find.article}`;
    headline.lang = language;
    put(".source", find.source);
    const time = item.querySelector("time");
    if (find.published === null) {
      time.replaceWith(Object.assign(document.createElement("span"), { className: "undated", textContent: "undated" }));
    } else {
      time.dateTime = find.published;
      time.title = new Date(find.published).toUTCString();
      time.textContent = find.published.slice(0, 10); // for distant days; the others follow
    }
    if (/^https?:/.test(find.url)) item.querySelector(".original").href = find.url;
    put(".snippet", find.standfirst).lang = language;
    put(".why-here", find.why.join(" · "));
    const follow = item.querySelector(".follow");
    if (follow !== null) {
      follow.action = `/mine/${run}/follow`;
      follow.elements.url.value = find.site;
      follow.querySelector(".unseen").textContent = `: ${find.source}`;
      if (find.followed) showFollowed(item);
    }
    return item;
  }

  function showFollowed(item) {
    const actions = item.querySelector(".actions");
    if (actions === null) return;
    const words = Object.assign(document.createElement("span"), { className: "followed", textContent: "followed" });
    item.querySelector(".source").after(words);
    actions.remove();
  }

  function take(event) {
    const told = JSON.parse(event.data);
    if (told.kind === "born") counts.agents += 1;
    else if (told.kind === "died") counts.agents -= 1;
    else if (told.kind === "saw" || told.kind === "missed") counts.pages += 1;
    else if (told.kind === "found" && told.find !== null && !known.has(told.find.url)) {
      known.add(told.find.url);
      list.append(itemOf(told.find));
      section.querySelector(".none-yet")?.remove();
      spoken.textContent = counted(known.size, "find");
      refreshTimes();
    }
    if (told.kind === "ended") end(told.run?.detail ?? "");
    else showStatus();
  }

  function end(why) {
    isOver = true;
    stream?.close();
    showStatus();
    spoken.textContent = `${status.textContent}. ${why}`;
    showAdvice(why);
    for (const part of section.querySelectorAll("[data-stop], .refresh")) part.hidden = true;
    freshen();
  }

  async function state() {
    const answer = await fetch(`/api/v1/mine/${run}`, { cache: "no-store" });
    return answer.ok ? answer.json() : null;
  }

  // What is not told event by event: tables that the server makes.
  async function freshen() {
    const old = document.querySelectorAll("[data-fresh]");
    if (old.length === 0) return;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of old) {
        const fresh = page.getElementById(part.id);
        if (fresh !== null) part.replaceWith(fresh);
      }
      refreshTimes();
    } catch {
      // the server is down; try again later
    }
  }

  function follow() {
    const after = section.dataset.after === undefined ? "" : `?after=${section.dataset.after}`;
    stream = new EventSource(`/api/v1/mine/${run}/stream${after}`);
    for (const kind of RUN_EVENTS) {
      stream.addEventListener(kind, (event) => {
        if (kind === "gap") location.reload();
        else take(event);
      });
    }
    stream.addEventListener("error", async () => {
      if (isOver || stream.readyState !== EventSource.CLOSED) return; // it comes back by itself
      const now = await state().catch(() => null);
      if (now !== null && now.state === "ended") end(now.detail ?? "");
      else showAdvice("The connection is lost: reload the page.");
    });
    setTimeout(async () => {
      const now = isOver || counts.pages > 0 ? null : await state().catch(() => null);
      if (now !== null && now.state === "waiting" && counts.pages === 0) showAdvice(now.detail ?? "");
    }, PATIENCE);
    const ticking = setInterval(() => {
      if (isOver) clearInterval(ticking);
      else if (!document.hidden) freshen();
    }, FRESHEN);
  }

  function show() {
    const looking = section.querySelector(".looking");
    const watch = looking.querySelector("a[href='/mine']");
    if (watch !== null) watch.href = `/mine/${run}`;
    if (looking.hidden) {
      looking.hidden = false;
      status.textContent = "The agents are on their way.";
    }
    section.querySelector(".offer")?.remove();
    follow();
  }

  async function look(event) {
    const form = event.target;
    event.preventDefault();
    form.querySelector("button").disabled = true;
    try {
      run = await begun(await sendJson("/api/v1/mine", { query: form.elements.q.value }));
    } catch {
      form.submit(); // the page that answers says what is wrong
      return;
    }
    show();
    section.querySelector("[data-stop]").focus();
  }

  async function stop(event) {
    event.preventDefault();
    event.target.disabled = true;
    const answer = await sendJson(`/api/v1/mine/${run}/stop`).catch(() => null);
    if (answer === null || !answer.ok) event.target.disabled = false;
    else if ((await answer.json()).state === "ended") end("It was stopped.");
  }

  async function followSite(event) {
    const form = event.target.closest(".follow");
    if (form === null) return;
    event.preventDefault();
    const domain = form.closest("li").dataset.domain;
    form.querySelector("button").disabled = true;
    const answer = await sendJson("/api/v1/sources", { url: form.elements.url.value }).catch(() => null);
    if (answer === null || !answer.ok) {
      form.submit();
      return;
    }
    const next = form.closest("li").querySelector("h2 a"); // the button goes, so the focus moves
    for (const item of list.children) if (item.dataset.domain === domain) showFollowed(item);
    next.focus({ preventScroll: true });
    spoken.textContent = `${domain} is followed now.`;
  }

  section.querySelector("[data-look]")?.addEventListener("submit", look);
  section.querySelector("[data-stop]")?.addEventListener("click", stop);
  list.addEventListener("submit", followSite);
  if (run && !isOver) show();
}

for (const section of document.querySelectorAll("[data-live]")) watchLive(section);

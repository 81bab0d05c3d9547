// The live page: shows events as they come. Without this script the page lists the newest ones.
"use strict";

const MOST_LINES = 200; // older ones leave the page

function followWire(list) {
  const kinds = JSON.parse(list.dataset.kinds);
  const pattern = document.querySelector("#wire-line");
  const status = document.querySelector(".wire-status");
  const pause = document.querySelector(".pause");
  let waiting = []; // while the reader has paused
  let isPaused = false;

  // What an event says, or null if there is nothing to show.
  function lineOf(event) {
    if (event.kind === "story") {
      const story = event.story;
      if (story === null || story.articles < 2) return null;
      return {
        href: `/story/${story.id}`,
        title: story.title || `Story ${story.id}`,
        language: story.language,
        aside: `${story.articles} articles from ${story.sources} sources`,
      };
    }
    const article = event.article;
    if (article === null) return null;
    return {
      href: `/article/${article.id}`,
      title: article.title || article.url,
      language: article.language,
      aside: article.source_name,
    };
  }

  // What may no longer be shown leaves the page.
  function withdraw(id) {
    for (const item of [...list.children]) if (item.dataset.article === id) item.remove();
    waiting = waiting.filter((event) => event.article_id !== id);
  }

  function show(event) {
    const line = lineOf(event);
    if (line === null) return;
    const item = pattern.content.firstElementChild.cloneNode(true);
    item.dataset.kind = event.kind;
    item.dataset.article = event.article_id ?? "";
    const time = item.querySelector("time");
    time.dateTime = event.at;
    time.title = new Date(event.at).toUTCString();
    time.textContent = new Date(event.at).toISOString().slice(11, 19);
    item.querySelector(".what").textContent = kinds[event.kind];
    const link = item.querySelector("a");
    link.href = line.href;
    link.lang = line.language === "und" ? "" : line.language;
    link.textContent = line.title;
    item.querySelector(".aside").textContent = line.aside;
    list.prepend(item);
    while (list.children.length > MOST_LINES) list.lastElementChild.remove();
    document.querySelector(".nothing")?.remove();
  }

  function take(message) {
    const event = JSON.parse(message.data);
    if (event.article_id !== null && event.article === null) withdraw(event.article_id);
    if (!isPaused) {
      show(event);
      return;
    }
    if (lineOf(event) === null) return;
    waiting = [...waiting, event].slice(-MOST_LINES);
    status.textContent = `Paused; ${waiting.length} ${waiting.length === 1 ? "event" : "events"} waiting.`;
  }

  const stream = new EventSource(`/api/v1/stream?after=${encodeURIComponent(list.dataset.position)}`);
  for (const kind of [...Object.keys(kinds), "hidden"]) stream.addEventListener(kind, take);
  stream.addEventListener("open", () => {
    if (!isPaused) status.textContent = "Connected. New events appear at the top.";
  });
  stream.addEventListener("error", () => {
    status.textContent = stream.readyState === EventSource.CLOSED
      ? "The connection was refused. Refresh to see what is new."
      : "The connection is interrupted. It is tried again.";
    document.querySelector(".refresh").hidden = stream.readyState !== EventSource.CLOSED;
  });

  document.querySelector(".refresh").hidden = true;
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Continue" : "Pause";
    status.textContent = isPaused ? "Paused." : "Connected. New events appear at the top.";
    if (isPaused) return;
    for (const event of waiting) show(event);
    waiting = [];
  });
}

const wire = document.querySelector(".wire");
if (wire !== null) followWire(wire);

// The page: who one is, where one is, and what is pushed.

import * as server from "./api.js";
import { append, avatar, byId, h, replace, setPeople } from "./dom.js";
import { Composer } from "./composer.js";
import { PersonMenu } from "./menu.js";
import { closeModal, modalProgress, openModal } from "./modal.js";
import { message as drawMessage } from "./messages.js";
import { tick } from "./markdown.js";

const state = {
  overview: null,
  me: null, // one of overview.people
  api: null,
  channels: [],
  channel: null, // the id of the open one
  messages: new Map(), // of the open channel, by id, oldest first
  more: false,
  remembered: new Map(), // person -> channel
  pending: new Map(), // interaction id -> {message?, customId?, name?}
  failed: new Set(), // message ids
  opening: null, // what is pushed while a channel's messages are being fetched
  hangUp: () => {},
};

const here = () => state.channels.find((channel) => channel.id === state.channel);

// A channel's sign, its name with the sign as Discord writes it, and the last part of its address.
const SIGNS = { text: "#", thread: "#", dm: "@", friend: "@", group: "&" };
const titled = ({ kind, name }) => (kind === "group" ? name : SIGNS[kind] + name);
const addressOf = ({ kind, id, name }) => ({ text: name, thread: id })[kind] ?? kind;

const list = byId("messages");
const openSelects = new Set();

// ------------------------------------------------------------------ what others need to know

const context = {
  openSelects,
  get me() {
    return state.me.id;
  },
  get locale() {
    return state.me.locale;
  },
  userName: (id) => state.overview.users[id]?.name,
  roles: () => Object.entries(state.overview.roles).map(([id, role]) => ({ id, ...role })),
  roleName: (id) => state.overview.roles[id]?.name,
  channelName: (id) => state.channels.find((channel) => channel.id === id)?.name,
  users: () =>
    Object.entries(state.overview.users)
      .map(([id, user]) => ({ id, ...user }))
      .filter(({ id }) => !here()?.people || here().people.includes(id)),
  channels: () => state.channels.filter((channel) => channel.guild_id === (here()?.guild_id ?? state.overview.guild_id)),
  waiting: (message, customId) => [...state.pending.values()].some((p) => p.message === message.id && p.customId === customId),
  failed: (message) => state.failed.has(message.id),
  jump: (channel, message) => goTo(channel, message),
  command: (name) => composer.open(name),
  focusControl,
  submitModal: (interaction, values) => state.api.submit(interaction, values),
  async dismiss(message) {
    await state.api.dismiss(message.channel_id, message.id);
  },
  async use(message, customId, values) {
    if (context.waiting(message, customId)) return;
    state.failed.delete(message.id);
    openSelects.delete(`${message.id}/${customId}`);
    progress("");
    try {
      const body = values === undefined ? { custom_id: customId } : { custom_id: customId, values };
      const interaction = await state.api.use(message.channel_id, message.id, body);
      began(interaction, { message: message.id, customId });
      redraw(message.id);
    } catch (error) {
      progress(error.message, true);
    }
  },
};

// Interactions that were answered, and modals that came, before the request that began them came back.
const settled = new Set();
const early = new Map();

function began(interaction, what) {
  if (!settled.has(interaction.id)) state.pending.set(interaction.id, what);
  if (early.has(interaction.id)) openModal(early.get(interaction.id), what, context);
  early.delete(interaction.id);
}

const room = {
  get api() {
    return state.api;
  },
  get channel() {
    return state.channel;
  },
  get locale() {
    return state.me.locale;
  },
  get placeholder() {
    return `Message ${here() ? titled(here()) : ""} as ${state.me.name}, or / for commands`;
  },
  users: context.users,
  channels: context.channels,
  userName: context.userName,
  progress,
  sent(interaction, name) {
    began(interaction, { name });
    if (state.pending.has(interaction.id)) progress(`Sending ${name} …`);
  },
};
const composer = new Composer(room);
new PersonMenu(room);

function progress(text, wrong = false) {
  const element = byId("progress");
  element.textContent = text;
  element.classList.toggle("wrong", wrong);
}

// ------------------------------------------------------------------ messages

function atBottom() {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 80;
}

// Whether the newest message is to stay in sight: until somebody scrolls up from it.
let stuck = true;
let lastTop = 0;

function toBottom() {
  list.scrollTop = list.scrollHeight;
  stuck = true;
  lastTop = list.scrollTop;
  byId("jump").hidden = true;
}

function drawAll() {
  // Busy: what was there before is not read out again.
  list.setAttribute("aria-busy", "true");
  setTimeout(() => list.removeAttribute("aria-busy"), 500);
  replace(
    list,
    state.more && h("p", { class: "more" }, h("button", { class: "pill", onclick: older }, "Show older messages")),
    state.messages.size === 0 && h("p", { class: "empty" }, emptyText()),
    [...state.messages.values()].map((data) => drawMessage(data, context)),
  );
}

function emptyText() {
  if (here()?.kind === "dm") return `Private messages from ${here().name} to ${state.me.name} appear here.`;
  return `Nothing has been said in ${here() ? titled(here()) : "here"} yet.`;
}

// The hint is for those who have not begun yet.
function drawWelcome() {
  const first = state.channels.find((channel) => channel.kind === "text");
  const begun = state.messages.size > 2 || [...state.messages.values()].some((message) => message.ephemeral);
  byId("welcome").hidden = begun || localStorage.getItem("welcomed") === "yes" || state.channel !== first?.id;
}

function redraw(id) {
  const data = state.messages.get(id);
  const old = list.querySelector(`[data-id="${id}"]`);
  if (!data || !old) return;
  const stay = atBottom();
  const focused = old.contains(document.activeElement) ? document.activeElement.closest("[data-custom-id]")?.dataset.customId : null;
  const alts = [...old.querySelectorAll("details.alt")].map((details) => details.open);
  const fresh = drawMessage(data, context);
  fresh.querySelectorAll("details.alt").forEach((details, index) => (details.open = alts[index] ?? false));
  old.replaceWith(fresh);
  if (focused) focusControl(id, focused);
  if (stay || stuck) toBottom();
}

function focusControl(message, customId) {
  const controls = list.querySelectorAll(`[data-id="${message}"] [data-custom-id]`);
  const found = [...controls].find((element) => element.dataset.customId === customId);
  (found?.querySelector("summary") ?? found)?.focus();
}

async function older() {
  const first = state.messages.keys().next().value;
  const found = await state.api.messages(state.channel, first);
  const height = list.scrollHeight;
  state.messages = new Map([...found.map((m) => [m.id, m]), ...state.messages]);
  state.more = found.length === 50;
  drawAll();
  list.scrollTop += list.scrollHeight - height;
}

function messagePushed(event) {
  if (event.channel_id !== state.channel) return;
  if (state.opening) {
    state.opening.push(event);
    return;
  }
  if (event.action === "deleted") {
    state.messages.delete(event.message_id);
    list.querySelector(`[data-id="${event.message_id}"]`)?.remove();
    if (!state.messages.size) drawAll();
    return;
  }
  const known = state.messages.has(event.message_id);
  if (event.action === "edited" && !known) return;
  state.messages.set(event.message_id, event.message);
  if (known) {
    redraw(event.message_id);
    return;
  }
  const stay = atBottom() || event.message.author.id === state.me.id;
  list.querySelector(".empty")?.remove();
  list.append(drawMessage(event.message, context));
  drawWelcome();
  if (stay) toBottom();
  else byId("jump").hidden = false;
  markRead();
}

function markRead() {
  if (document.visibilityState !== "visible" || !here()) return;
  state.api.read(state.channel).catch(() => {});
}

// ------------------------------------------------------------------ interactions

function interactionPushed(interaction) {
  if (interaction.type === 4) return;
  const pending = state.pending.get(interaction.id);
  const ofModal = modalProgress(interaction);
  if (interaction.state === "waiting") return;
  settled.add(interaction.id);
  state.pending.delete(interaction.id);
  // It opens where it was asked for, not in the person's other windows.
  if (interaction.state === "modal") {
    if (pending) openModal(interaction, pending, context);
    else early.set(interaction.id, interaction);
  }
  if (interaction.state === "failed" && !ofModal) {
    if (interaction.source_message_id) {
      state.failed.add(interaction.source_message_id);
      redraw(interaction.source_message_id);
    } else {
      progress(`${pending?.name ?? "The command"}: the application did not respond`, true);
    }
    return;
  }
  if (pending?.message) redraw(pending.message);
  if (pending?.name) progress("");
}

// ------------------------------------------------------------------ people, channels, settings

function badge(counts) {
  if (!counts?.unread) return null;
  const label = `${counts.unread} unread${counts.mentions ? `, ${counts.mentions} mention you` : ""}`;
  const shown = counts.unread > 99 ? "99+" : counts.unread;
  return [
    h("span", { class: `badge${counts.mentions ? " mentions" : ""}`, "aria-hidden": "true" }, shown),
    h("span", { class: "hidden" }, ` (${label})`),
  ];
}

function drawPeople() {
  const languages = new Intl.DisplayNames(["en"], { type: "language" });
  byId("my-name").textContent = state.me.name;
  replace(
    byId("people"),
    h("span", { class: "people-label", "aria-hidden": "true" }, "You are"),
    state.overview.people.map((person) =>
      h(
        "a",
        {
          href: `#${person.username}`,
          class: "person",
          data: { user: person.id },
          title: `Be ${person.name}, who reads ${languages.of(person.locale)}`,
          "aria-current": person.id === state.me.id ? "true" : null,
        },
        avatar(person.id, person.name),
        h("span", { class: "person-name" }, person.name),
        h("span", { class: "person-language", "aria-hidden": "true" }, person.locale.split("-")[0]),
        person.id !== state.me.id && badge(state.overview.totals[person.id]),
      ),
    ),
  );
  byId("closed-dms").checked = state.me.closed_dms;
  byId("closed-dms-name").textContent = `${state.me.name}’s`;
  byId("has-app").checked = state.me.has_app;
  byId("has-app-name").textContent = byId("without-bot-name").textContent = state.me.name;
  replace(
    byId("server-language"),
    state.overview.languages.map((code) =>
      h(
        "option",
        { value: code, selected: code === state.overview.server_language },
        code ? languages.of(code) : "none (no Community)",
      ),
    ),
  );
}

function drawChannels() {
  const row = (channel) =>
    h(
      "a",
      {
        href: `#${state.me.username}/${addressOf(channel)}`,
        class: `channel ${channel.kind}${channel.unread ? " unread" : ""}`,
        "aria-current": channel.id === state.channel ? "page" : null,
      },
      h("span", { class: "sign", "aria-hidden": "true" }, channel.kind === "thread" ? "↳" : SIGNS[channel.kind]),
      h("span", { class: "channel-name" }, channel.name),
      channel.id !== state.channel && badge(channel),
    );
  const { guilds, guild_id: home } = state.overview;
  const abroad = state.channels.filter((c) => c.guild_id && c.guild_id !== home);
  replace(
    byId("channels"),
    h("h2", {}, "Channels"),
    state.channels.filter((c) => c.guild_id === home).map(row),
    abroad.length > 0 && h("h2", {}, `${guilds[abroad[0].guild_id]}, without the bot`),
    abroad.map(row),
    h("h2", {}, "Direct messages"),
    state.channels.filter((c) => !c.guild_id).map(row),
  );
  const elsewhere = state.channels.filter((c) => c.id !== state.channel);
  byId("menu-badge").hidden = !elsewhere.some((c) => c.unread);
  const unread = elsewhere.reduce((sum, c) => sum + c.unread, 0);
  const room = here();
  const name = room ? titled(room) : "";
  const others = room?.people?.filter((id) => id !== state.me.id).map((id) => context.userName(id));
  const about = room?.kind === "group" ? `${others.join(", ")} and ${state.me.name}` : guilds[room?.guild_id !== home && room?.guild_id];
  replace(
    byId("room-name"),
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[room?.kind]),
    room?.name ?? "",
    about && h("span", { class: "room-about" }, about),
  );
  byId("without-bot").hidden = !room?.people || state.me.has_app;
  if (room?.kind === "text" && room.guild_id === home) {
    append(byId("room-name"), [h("button", { class: "quiet-button thread-button", onclick: openThread }, "+ Thread")]);
  }
  document.title = `${unread ? `(${unread}) ` : ""}${state.me.name} · ${name}`;
}

async function openThread() {
  const name = prompt("The name of the thread:");
  if (!name) return;
  try {
    const { id } = await state.api.thread(state.channel, name);
    await goTo(id);
  } catch (error) {
    progress(error.message, true);
  }
}

function drawBot() {
  const { bot_connected: connected, note } = state.overview;
  const notice = byId("notice");
  byId("bot-state").textContent = connected ? "bot connected" : "bot not connected";
  byId("bot-state").classList.toggle("on", connected);
  notice.hidden = connected;
  notice.textContent = note || "The bot is not connected. Commands and buttons get no answer until it is.";
}

function drawProblems() {
  const problems = state.overview.problems;
  const count = byId("problems-count");
  count.hidden = problems.length === 0;
  count.textContent = problems.length;
  const dialog = byId("problems");
  replace(
    dialog,
    h("h2", { id: "problems-title" }, "Problems"),
    h("p", { class: "hint" }, "Requests of the bot that Discord would refuse, or that this Discord does not know."),
    problems.length === 0 && h("p", {}, "None so far."),
    [...problems].reverse().map((problem) =>
      h(
        "section",
        { class: "problem" },
        h("b", {}, problem.what),
        h("p", {}, h("code", {}, `${problem.method} ${problem.path}`), " ", h("time", {}, new Date(problem.at).toLocaleTimeString())),
        h("ul", {}, problem.details.map((detail) => h("li", {}, detail))),
      ),
    ),
    h(
      "div",
      { class: "modal-actions" },
      problems.length > 0 &&
        h("button", {
          class: "button secondary",
          onclick: async () => {
            await server.request("DELETE", "/people/problems");
            state.overview.problems = [];
            drawProblems();
          },
        }, "Clear"),
      h("button", { class: "button primary", onclick: () => dialog.close() }, "Close"),
    ),
  );
}

// ------------------------------------------------------------------ going somewhere

async function openChannel(id) {
  state.channel = id;
  state.remembered.set(state.me.id, id);
  const missed = (state.opening = []);
  const commands = composer.reset();
  const found = await state.api.messages(id);
  if (state.opening !== missed) return; // went elsewhere meanwhile
  state.opening = null;
  state.messages = new Map(found.map((data) => [data.id, data]));
  state.more = found.length === 50;
  drawWelcome();
  drawChannels();
  drawAll();
  missed.forEach(messagePushed);
  toBottom();
  markRead();
  await commands;
}

async function goTo(channel, message) {
  await refreshChannels();
  const target = state.channels.find((c) => c.id === channel);
  if (!target) {
    progress(`${state.me.name} can't see that channel.`, true);
    return;
  }
  if (channel !== state.channel) {
    history.pushState(null, "", `#${state.me.username}/${addressOf(target)}`);
    await openChannel(channel);
  }
  const element = message && list.querySelector(`[data-id="${message}"]`);
  if (element) {
    element.scrollIntoView({ block: "center" });
    element.classList.add("flash");
    setTimeout(() => element.classList.remove("flash"), 1500);
  }
}

async function refreshChannels() {
  const person = state.me;
  const channels = await state.api.channels();
  if (state.me.id === person.id) state.channels = channels;
}

async function become(person) {
  state.hangUp();
  closeModal();
  progress("");
  state.me = person;
  state.api = server.as(person.id);
  state.pending.clear();
  state.failed.clear();
  openSelects.clear();
  await refreshChannels();
  state.hangUp = server.live(person.id, { event: (event) => person.id === state.me.id && pushed(event), lost });
}

function lost() {
  byId("notice").hidden = false;
  byId("notice").textContent = "The playground's server is not reachable. Trying again …";
  state.stale = true;
}

// What the address says: #person, or #person/channel.
async function follow() {
  const [who, where] = decodeURIComponent(location.hash.slice(1)).split("/");
  const person = state.overview.people.find((p) => p.username === who) ?? state.me ?? state.overview.people[0];
  if (person.id !== state.me?.id) await become(person);
  const named = where && state.channels.find((c) => c.kind === where || c.name === where || c.id === where);
  // who becomes somebody else stays at the table
  const same = here()?.kind === "dm" ? null : here();
  const again = state.channels.find((c) => c.id === state.remembered.get(person.id));
  drawPeople();
  await openChannel((named ?? same ?? again ?? state.channels[0]).id);
  drawer(false);
}

async function pushed(event) {
  switch (event.type) {
    case "hello":
      Object.assign(state.overview, { totals: event.totals, bot_connected: event.bot_connected, note: event.note });
      drawBot();
      drawPeople();
      if (state.stale) {
        state.stale = false;
        progress("");
        await refreshAll();
      }
      break;
    case "bot":
      Object.assign(state.overview, { bot_connected: event.bot_connected, note: event.note });
      drawBot();
      break;
    case "message":
      messagePushed(event);
      break;
    case "interaction":
      interactionPushed(event.interaction);
      break;
    case "unread": {
      const channel = state.channels.find((c) => c.id === event.channel_id);
      if (channel) Object.assign(channel, { unread: event.unread, mentions: event.mentions });
      else await refreshChannels();
      drawChannels();
      break;
    }
    case "totals":
      state.overview.totals = event.totals;
      drawPeople();
      break;
    case "problem":
      state.overview.problems.push(event.problem);
      drawProblems();
      break;
    case "changed":
      if (event.what === "commands") await composer.reload();
      else await refreshSettings();
      break;
  }
}

async function refreshSettings() {
  const fresh = await server.overview();
  state.overview = fresh;
  state.me = fresh.people.find((p) => p.id === state.me.id) ?? state.me;
  await refreshChannels();
  drawPeople();
  drawChannels();
  await composer.reload();
}

async function refreshAll() {
  await refreshSettings();
  drawProblems();
  await openChannel(state.channel);
}

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  byId("menu").setAttribute("aria-expanded", String(open));
  byId("backdrop").hidden = !open;
  if (open) byId("channels").querySelector("a")?.focus();
}

// ------------------------------------------------------------------ start

async function start() {
  state.overview = await server.overview();
  byId("guild").textContent = state.overview.guild;
  setPeople(state.overview.people.map((person) => person.id));
  addEventListener("hashchange", follow);
  // a request that nobody waited for was refused
  addEventListener("unhandledrejection", (event) => {
    if (!(event.reason instanceof server.Refusal)) return;
    event.preventDefault();
    progress(event.reason.message, true);
  });
  document.addEventListener("visibilitychange", () => state.me && markRead());
  byId("menu").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
  byId("backdrop").addEventListener("click", () => drawer(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("drawer")) {
      drawer(false);
      byId("menu").focus();
    }
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      composer.input.focus();
      composer.input.value = "/";
      composer.suggest();
    }
  });
  // A press elsewhere closes an open select.
  document.addEventListener("pointerdown", (event) => {
    for (const box of document.querySelectorAll("details.select[open]")) if (!box.contains(event.target)) box.open = false;
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    composer.input.focus();
  });
  byId("jump").addEventListener("click", toBottom);
  list.addEventListener("scroll", () => atBottom() && (byId("jump").hidden = true));
  // Pictures that arrive late must not push the newest message out of sight.
  list.addEventListener("scroll", () => {
    if (atBottom()) stuck = true;
    else if (list.scrollTop < lastTop - 2) stuck = false;
    lastTop = list.scrollTop;
  });
  list.addEventListener("load", () => stuck && toBottom(), true);
  new ResizeObserver(() => stuck && toBottom()).observe(list);
  byId("welcome-play").addEventListener("click", () => composer.start("domino play", { computers: 3 }));
  byId("welcome-close").addEventListener("click", () => {
    localStorage.setItem("welcomed", "yes");
    byId("welcome").hidden = true;
  });
  byId("closed-dms").addEventListener("change", (event) => state.api.closeDms(event.target.checked));
  byId("has-app").addEventListener("change", (event) => state.api.installApp(event.target.checked));
  byId("install").addEventListener("click", () => state.api.installApp(true));
  byId("server-language").addEventListener("change", (event) =>
    server.request("PUT", "/people/server-language", { locale: event.target.value }),
  );
  byId("problems-button").addEventListener("click", () => byId("problems").showModal());
  drawBot();
  drawProblems();
  await follow();
  setInterval(tick, 1000);
}

start();

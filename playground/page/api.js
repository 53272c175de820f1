// Talks to the server as one person.

export class Refusal extends Error {}

export async function request(method, path, body) {
  let response, answer;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    // the browser's own words name neither what failed nor what to do
    throw new Refusal("The playground's server did not answer. Try again when it is back.");
  }
  if (!response.ok) throw new Refusal(answer.message ?? `${response.status}`);
  return answer;
}

export const overview = () => request("GET", "/people");

export function as(person) {
  const base = `/people/${person}`;
  return {
    channels: () => request("GET", `${base}/channels`),
    messages: (channel, before) =>
      request("GET", `${base}/channels/${channel}/messages?limit=50${before ? `&before=${before}` : ""}`),
    say: (channel, content) => request("POST", `${base}/channels/${channel}/messages`, { content }),
    thread: (channel, name) => request("POST", `${base}/channels/${channel}/threads`, { name }),
    read: (channel) => request("POST", `${base}/channels/${channel}/read`, {}),
    commands: (channel) => request("GET", `${base}/channels/${channel}/commands`),
    run: (channel, name, options) => request("POST", `${base}/channels/${channel}/commands`, { name, options }),
    userCommands: (channel) => request("GET", `${base}/channels/${channel}/user-commands`),
    useOn: (channel, name, user) => request("POST", `${base}/channels/${channel}/user-commands`, { name, user_id: user }),
    autocomplete: (channel, name, option, value, options) =>
      request("POST", `${base}/channels/${channel}/autocomplete`, { name, option, value, options }),
    use: (channel, message, body) => request("POST", `${base}/channels/${channel}/messages/${message}/components`, body),
    dismiss: (channel, message) => request("DELETE", `${base}/channels/${channel}/messages/${message}`),
    submit: (interaction, values) => request("POST", `${base}/interactions/${interaction}/modal`, { values }),
    installApp: (installed) => request("PUT", `${base}/app`, { installed }),
    closeDms: (closed) => request("PUT", `${base}/direct-messages`, { closed }),
  };
}

// The stream of what is pushed to a person. Comes back by itself, telling `lost` and then the server's "hello".
export function live(person, { event, lost }) {
  let socket = null;
  let closed = false;
  let pause = 300;
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/people/${person}/live`);
    socket.addEventListener("message", (message) => {
      pause = 300;
      event(JSON.parse(message.data));
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      lost();
      setTimeout(() => closed || open(), pause);
      pause = Math.min(pause * 2, 5000);
    });
  };
  open();
  return () => {
    closed = true;
    socket.close();
  };
}

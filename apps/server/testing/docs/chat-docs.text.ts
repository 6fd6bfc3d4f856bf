/** Text of `docs/reference/chat-protocol.md` that schemas do not contain. */
export const prose = {
  what: (base: string, socket: string) =>
    `The chat is a separate service: HTTP under \`${base}\`, and a WebSocket at \`${socket}\`. Every call works over both and is
answered by the same handler. OpenAPI is at \`${base}/openapi.json\`; the schemas are in \`packages/protocol/src/chat\`.`,

  who: `Each call carries the public app key (\`x-app-key\`, or \`app_key\` in the query) and a bearer token: a JWT signed with the app's
secret (HS256). A user's token is \`{ user_id, iat, exp?, sid? }\`; a server's is \`{ server: true }\` and may act as any user with
\`x-chat-user\`. \`sid\` names the app's session: \`users.disconnect\` revokes the tokens of one session, or all of a user, and
closes their connections.

In Fettle the app is the server itself: its secret is \`CHAT_SECRET\`, or derived from the master secret. A marketplace gets a
customer's token, with the app key and the user's id, from \`GET /v2/marketplace/customers/{id}/chat-token\`.`,

  suspended: `\`users.suspend\` makes a user read-only until a time: every write is refused with error 17 and
\`details.suspendedUntil\`, over HTTP and open sockets, in every process at once. Calls that only read, mark as read, cancel
something planned, or protect the user still work: GETs and the calls marked \`*\` below. The app's server may still write for
them.`,

  strangers: `The app decides who may chat. Its server creates channels between any users. A user's token creates a channel only
with people with whom the user shares a channel that the app created and nobody blocked. All other users look as if they did
not exist ([error](#errors) 16). Users create groups and add members only where the installation sets
\`CHAT_USER_GROUPS=on\`; otherwise they get error 17.

The service derives the id of a direct channel (\`direct-…\`) from its two members: no call accepts one for a new channel,
its members never change, and only the app sets its name, picture and custom data. Opening a direct channel with any other
members is refused with error 17, and the server's log has it.`,

  order: `Each event of a channel gets a \`seq\` under the lock of the channel's row, so the numbers have no gaps and follow the order of
commits. An answer to a write means that it is durable. The sender creates a message's id (UUIDv7): repeating the id returns the first
message and publishes it to the members again. A client that was away calls \`channels.events\` with its last \`seq\`; if that is too
old, the answer says \`reset\` and the client loads a fresh snapshot. Of two states of a message or channel, the one with the higher
\`revision\` is newer, in whatever order they arrive.`,

  socket: (polling: string, ping: number, dead: number) =>
    `Each frame is one JSON text.

| frame | from | means |
|---|---|---|
| \`{ connect: { appKey, token, user } }\` | client | first frame: who connects |
| \`{ hello }\` | service | first frame: the user, unread totals, server time and the \`connectionId\` |
| \`{ refused }\` | service | instead of \`hello\`: a failure; the connection closes |
| \`{ call, ref, input }\` | client | calls an operation; \`ref\` is a number that the client chooses |
| \`{ ref, ok }\`, \`{ ref, error }\` | service | the answer to that call; answers come in any order |
| \`{ frame }\` | service | something happened, see Frames |
| \`{ ping: true }\` | service | the client sends \`{ pong: true }\` |
| \`{ restart: true }\` | service | the service restarts; connect again at a random moment of the next 5 s |

The service pings every ${ping} s; a side that hears nothing for ${dead} s closes the connection. Unknown frames are ignored. Frames
for a client that does not read are kept up to a limit; beyond it the client gets \`resync\` once it reads again.

A client without a WebSocket exchanges the same frames over HTTP. It POSTs \`connect\` to \`${polling}\`, which answers \`{ id }\`,
and each further frame to \`${polling}/:id\`. GET \`${polling}/:id\` answers a list of frames as soon as there are any. When a
request fails, the connection has closed.`,

  calls: (base: string) =>
    `Paths are under \`${base}\`. \`?\` marks optional parameters; those in the path are not repeated. A suspended
user may make every GET and the calls marked \`*\`.`,

  files: (base: string, part: number, seconds: number) =>
    `\`attachments.start\` starts an upload. Its bytes follow in parts of ${part} bytes, PUT as \`application/octet-stream\` to
\`${base}/uploads/:uploadId/parts?offset=…\`; each answer contains the progress. Repeating a part changes nothing, and
after an interruption \`attachments.progress\` tells where to continue. \`attachments.finish\` inspects the file by its bytes, re-encodes
images (without their location) and returns the file as messages carry it: size, thumbnail, duration, loudness. Files are private:
\`attachments.sign\` returns addresses that are valid for ${seconds} s. Files without a message are deleted after a day.

Link previews are fetched by the service, never by a reader's device: public addresses only, checked where the connection is made,
with at most three redirects, 1 MiB and 5 s. The webhook of a registered command is called under the same rules: it receives
\`{ command, args, cid, messageId, userId, at }\` with \`x-chat-signature\`, the hex HMAC-SHA256 of the body with the secret
that \`commands.save\` returned, and answers \`{ text?, reply? }\`: a message to the channel, a note to the sender.

Polls, live locations, drafts, reminders and scheduled messages are states beside the messages: each has a \`version\`, is loaded
when it is shown, and is updated by marks. Reminders, scheduled messages and the end of a live location are jobs: they run once,
whoever is connected and however often the service was restarted.`,

  frames: (
    typing: number,
  ) => `An **event** has a position (\`cid\`, \`seq\`, \`at\`) and can be replayed. A **mark** is a state whose value only increases: the higher
one wins. A **signal** is not stored; receivers clear typing after ${typing} s.`,

  rateLimits: `Per user, counted over all connections; beyond them a call is refused with error 9. The app's server has none. An installation
multiplies them with \`CHAT_RATE_LIMIT_FACTOR\`.`,

  refusals: `\`{ code, message, reason, statusCode, retryable, details? }\`. \`message\` is English; \`reason\` is the same message as
\`{ code, params? }\`, for clients in other languages. Both may be more specific than the table. After error 40 the client fetches a
new token and retries once; 9, 60 and 71 give the time to wait in \`Retry-After\` and \`details.retryAfter\` where it is known.`,
} as const

/** Recipients and meaning of each frame. */
export const frames: Readonly<Record<string, readonly [to: string, says: string]>> = {
  'message.new': ['members', 'a new message, and the receiver’s unread count if it changed'],
  'message.updated': ['members', 'text or content changed; the message in its current state'],
  'message.deleted': ['members', 'deleted: a tombstone'],
  'message.pinned': ['members', 'pinned'],
  'message.unpinned': ['members', 'unpinned'],
  'reaction.new': ['members', 'a reaction was added; the message with all reactions'],
  'reaction.deleted': ['members', 'a reaction was removed'],
  'message.hidden': ['the user’s own devices', 'the user hid a message'],
  'channel.touched': ['a member', 'an event that does not concern the receiver; keeps the sequence without gaps'],
  'channel.updated': ['members', 'name, members or block of the channel changed; its whole state'],
  'message.read': ['members', 'how far a member has read'],
  'message.delivered': ['members', 'how far a member’s device has received'],
  'reading.updated': ['the user’s own devices', 'read position and unread count'],
  'settings.updated': ['the user’s own devices', 'pinned, archived, muted, hidden, cleared up to'],
  'thread.updated': ['the user’s own devices', 'read position and unread count of a thread'],
  'poll.changed': ['members', 'a poll with its results'],
  'poll.voted': ['the user’s own devices', 'the user’s own votes'],
  'location.changed': ['members', 'the position of a live location, or its end'],
  'reminder.changed': ['the user’s own devices', 'a reminder was set or changed'],
  'reminder.deleted': ['the user’s own devices', 'a reminder was deleted'],
  'reminder.due': ['the user’s own devices', 'a reminder is due; stored, so nobody has to be connected'],
  'scheduled.changed': ['the user’s own devices', 'a scheduled message was changed, sent, cancelled or has failed'],
  'draft.changed': ['the user’s own devices', 'a draft was saved or cleared'],
  'typing.start': ['watching members', 'a member started typing'],
  'typing.stop': ['watching members', 'a member stopped typing'],
  'user.presence.changed': ['watchers of a common channel', 'online, or last seen'],
  'user.updated': ['users who share a channel', 'a new name or picture'],
  'notification.added_to_channel': ['the new member', 'a channel to load'],
  'notification.removed_from_channel': ['the former member', 'the user is no longer in the channel'],
  'user.signal': ['one user', 'a signal of the app, such as `resource.updated`'],
  resync: ['one connection', 'frames may have been missed: catch up as after a reconnect'],
}

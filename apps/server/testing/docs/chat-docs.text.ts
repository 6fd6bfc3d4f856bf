/** Text of `docs/reference/chat-protocol.md` that schemas do not contain. */
export const prose = {
  what: (base: string, socket: string) =>
    `The chat is a service of its own: HTTP under \`${base}\`, a Socket.IO 4 connection at \`${socket}\` (websocket, then long
polling, with the same frames). Every call can travel through either door; the same handler answers. OpenAPI is at
\`${base}/openapi.json\`; the schemas are in \`packages/protocol/src/chat\`.`,

  who: `Each call carries the public app key (\`x-app-key\`, or \`app_key\` in the query) and a bearer token: a JWT signed with the app's
secret (HS256). A user's token is \`{ user_id, iat, exp?, sid? }\`; a server's is \`{ server: true }\` and may act in anybody's name with
\`x-chat-user\`. \`sid\` names the app's session it belongs to: \`users.disconnect\` ends the tokens of one session, or all of a user, and
closes what is open with them.`,

  suspended: `\`users.suspend\` lets a user read and nothing else until a time: every write of theirs is refused with 17 and
\`details.suspendedUntil\`, over HTTP and over sockets that are open, in every process at once. What only reads, marks as read, takes
back what would happen later, or protects them still works: GETs and the calls marked \`*\` below. The app's server may still write in
their name.`,

  strangers: `People meet through the app. Its server opens channels with anybody, in anybody's name; a user's token opens a channel only
with people it already shares a channel with that the app opened and nobody has blocked. Anybody else looks like a user who does not
exist (16). Users create groups and bring people into them only where the installation sets \`CHAT_USER_GROUPS=on\`, and otherwise
hear 17. The id of a direct channel (\`direct-…\`) is made by the service from its two members: no call takes one for a new channel,
the two stay its only members, and only the app sets its name, picture and custom data. Opening a direct channel that has any other
members is refused (17) and logged as an error.`,

  order: `A channel gives each event a \`seq\` under its own row's lock, so its numbers have no holes and their order is the order of commits. An
answer to a write means that it is durable. The sender makes a message's id (UUIDv7): the same id again answers the first message,
and tells the members again. A client that was away asks \`channels.events\` after its last \`seq\`; when that is too far back, the answer
says \`reset\` and the client takes a fresh snapshot. Of two states of a message or a channel the one with the higher \`revision\` is
the newer, in whatever order they arrive.`,

  socket: (ping: number, dead: number) =>
    `The client connects with \`auth: { appKey, token, user }\`; a refusal arrives as \`connect_error\` with the failure as its \`data\`. The server
emits \`hello\` once (who I am, unread totals, server time), then \`frame\`s. The client emits \`call\` with a name and an input and is
acknowledged with \`{ ok }\` or \`{ error }\`. The server pings every ${ping} s; whoever hears nothing for ${dead} s calls the connection dead.
A reader who does not read has a bounded number of frames waiting, then hears \`resync\` once it reads again.`,

  calls: (base: string) =>
    `Paths are under \`${base}\`. \`?\` marks what may be left out; what the path names is not repeated.`,

  files: (base: string, part: number, seconds: number) =>
    `\`attachments.start\` begins a file; its bytes follow in parts of ${part} bytes, PUT as \`application/octet-stream\` to
\`${base}/uploads/:uploadId/parts?offset=…\`, each answered with how far the upload has come. The same part again changes nothing, and
after a break \`attachments.progress\` says where to go on. \`attachments.finish\` judges the file by its bytes, writes pictures anew
(without their place) and answers it as messages carry it: with sides, a small picture, duration, loudness. Files are private:
\`attachments.sign\` gives addresses that are good for ${seconds} s. What no message names is forgotten after a day.

What is linked is fetched by the service, never by a reader's device: public addresses only, checked where the connection is made,
at most three redirects, 1 MiB and 5 s. A registered command's webhook is reached the same way: it is sent
\`{ command, args, cid, messageId, userId, at }\` with \`x-chat-signature\`, the hex of HMAC-SHA256 of the body with the secret
that \`commands.save\` answered, and answers \`{ text?, reply? }\`: a message to the channel, a word to the sender.

Polls, live places, drafts, reminders and messages for later are states beside the messages: each has a \`version\`, is asked for
when it is shown, and is told of by a mark. Reminders, messages for later and the end of a live place are jobs: they happen once,
whoever is connected and however often the service was restarted.`,

  frames: (
    typing: number,
  ) => `An **event** has a place (\`cid\`, \`seq\`, \`at\`) and can be replayed. A **mark** is a state that only rises: the higher one holds. A
**signal** is not kept; receivers forget typing after ${typing} s.`,

  refusals: `\`{ code, message, statusCode, retryable, details? }\`. After 40 the client fetches a new token and tries once more; 9, 60 and 71 say
when in \`Retry-After\` and \`details.retryAfter\` where they know.`,
} as const

/** Recipients and meaning of each frame. */
export const frames: Readonly<Record<string, readonly [to: string, says: string]>> = {
  'message.new': ['members', 'a message, and the receiver’s own unread count where it changed'],
  'message.updated': ['members', 'its text, or what hangs on it, is another; the message as it is now'],
  'message.deleted': ['members', 'taken back: a tombstone'],
  'message.pinned': ['members', 'kept at hand'],
  'message.unpinned': ['members', 'and no longer'],
  'reaction.new': ['members', 'somebody reacted; the message with all its reactions'],
  'reaction.deleted': ['members', 'and took it back'],
  'message.hidden': ['one’s own devices', 'a message is gone for me'],
  'channel.touched': ['a member', 'something that is none of the receiver’s business has this place: there is no hole'],
  'channel.updated': ['members', 'the channel itself is another: its name, its people, who blocked it; all of it'],
  'message.read': ['members', 'how far somebody has read'],
  'message.delivered': ['members', 'how far a device of somebody’s has received'],
  'reading.updated': ['one’s own devices', 'how far one has read, and what is unread'],
  'settings.updated': ['one’s own devices', 'pinned, archived, muted, hidden, cleared up to'],
  'thread.updated': ['one’s own devices', 'how far one has read a thread, and what is unread in it'],
  'poll.changed': ['members', 'a poll as it stands'],
  'poll.voted': ['one’s own devices', 'one’s own votes'],
  'location.changed': ['members', 'where somebody who shares it is now, or that it has ended'],
  'reminder.changed': ['one’s own devices', 'a message to come back to'],
  'reminder.deleted': ['one’s own devices', 'done with it'],
  'reminder.due': ['one’s own devices', 'it is time; kept, so that nobody has to be connected'],
  'scheduled.changed': ['one’s own devices', 'a message that waits, was sent, failed or was taken back'],
  'draft.changed': ['one’s own devices', 'what one has begun to write'],
  'typing.start': ['members who watch', 'somebody writes'],
  'typing.stop': ['members who watch', 'and no longer'],
  'user.presence.changed': ['those who watch a common channel', 'online, or last seen'],
  'user.updated': ['those who share a channel', 'a new name or picture'],
  'notification.added_to_channel': ['the new member', 'a channel to ask for'],
  'notification.removed_from_channel': ['who was in it', 'a channel one is no longer in'],
  'user.signal': ['one user', 'the app’s own word, such as `resource.updated`'],
  resync: ['one connection', 'something may have been missed: catch up as after a reconnect'],
}

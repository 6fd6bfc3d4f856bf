export { createChatClient, type ChatClient, type ChatClientOptions, type ChatSnapshot } from './client.ts'
export type { ChannelSnapshot, ChannelStore, SendOptions } from './channel.ts'
export type { Call, ConnectionFlags, Credentials } from './connection.ts'
export {
  createMemoryStorage,
  systemClock,
  type Clock,
  type Link,
  type LinkEvents,
  type Log,
  type Storage,
  type Transport,
} from './edges.ts'
export { ChatError } from './errors.ts'
export { createMessageId } from './ids.ts'
export type { ListedChannel } from './state/list.ts'
export type { SendState, ShownMessage } from './state/shown.ts'
export { applyCatchUp, applyFrame, applyPage, applySnapshot, hasGap, type ChannelData } from './state/channel.ts'
export type { Readable } from './store.ts'
export { socketTransport } from './transport.ts'

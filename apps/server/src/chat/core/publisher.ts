import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Bus } from '../../platform/redis/bus.ts'

/** Bus message: a frame and the listeners to exclude. */
export interface PublishedFrame {
  frame: ChatFrame
  exceptConnection?: string | undefined
  exceptUser?: string | undefined
}

export interface Publisher {
  /** To all clients of a user, except the calling connection, which has the result. */
  toUser(userId: string, frame: ChatFrame, exceptConnection?: string): void
  /** To all watchers of the channel, except the user concerned. */
  toWatchers(cid: string, frame: ChatFrame, exceptUser?: string): void
  /** To all watchers of channels this user is in. */
  aboutUser(userId: string, frame: ChatFrame): void
}

export const topics = {
  user: (userId: string) => `chat.user.${userId}`,
  channel: (cid: string) => `chat.channel.${cid}`,
  about: (userId: string) => `chat.about.${userId}`,
}

/** Publishing never fails and guarantees nothing: clients detect missed frames by sequence numbers. */
export function createPublisher(bus: Bus): Publisher {
  const publish = (topic: string, published: PublishedFrame) => bus.publish(topic, published)
  return {
    toUser: (userId, frame, exceptConnection) => publish(topics.user(userId), { frame, exceptConnection }),
    toWatchers: (cid, frame, exceptUser) => publish(topics.channel(cid), { frame, exceptUser }),
    aboutUser: (userId, frame) => publish(topics.about(userId), { frame, exceptUser: userId }),
  }
}

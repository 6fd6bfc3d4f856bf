import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Bus } from '../../platform/redis/bus.ts'

/** What travels over the bus: a frame and who of the topic's listeners shall not have it. */
export interface Published {
  frame: ChatFrame
  exceptConnection?: string | undefined
  exceptUser?: string | undefined
}

export interface Publisher {
  /** To all open clients of one user, but for the connection that caused it: that one has the answer. */
  toUser(userId: string, frame: ChatFrame, exceptConnection?: string): void
  /** To whoever watches the channel, but for the user it is about. */
  toWatchers(cid: string, frame: ChatFrame, exceptUser?: string): void
  /** To whoever watches a channel this user is in. */
  aboutUser(userId: string, frame: ChatFrame): void
}

export const topics = {
  user: (userId: string) => `chat.user.${userId}`,
  channel: (cid: string) => `chat.channel.${cid}`,
  about: (userId: string) => `chat.about.${userId}`,
}

/** Publishing never fails and promises nothing: whoever misses a frame heals by its channel's order. */
export function createPublisher(bus: Bus): Publisher {
  const publish = (topic: string, published: Published) => bus.publish(topic, published)
  return {
    toUser: (userId, frame, exceptConnection) => publish(topics.user(userId), { frame, exceptConnection }),
    toWatchers: (cid, frame, exceptUser) => publish(topics.channel(cid), { frame, exceptUser }),
    aboutUser: (userId, frame) => publish(topics.about(userId), { frame, exceptUser: userId }),
  }
}

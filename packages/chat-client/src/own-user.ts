import type { ChatUser, ConnectingUser, UserRef } from '@fettle/protocol/chat/users/users'

/** The user the client connects as. */
export interface OwnUser {
  id(): string | undefined
  /** As own messages show the user. */
  ref(): UserRef | undefined
  /** As the service, or until it answers the device's cache, describes the user. */
  profile(): ChatUser | undefined
  connecting(user: ConnectingUser): void
  /** The service has confirmed the user. */
  confirmed(profile: ChatUser): void
  /** A user has changed, possibly this one. */
  updated(profile: ChatUser): void
  /** The cache has a profile, possibly of an earlier user. */
  restored(profile: ChatUser): void
  reset(): void
}

/** Creates the client's user: none, until one connects. */
export function createOwnUser(): OwnUser {
  let ownRef: UserRef | undefined
  let ownProfile: ChatUser | undefined

  return {
    id: () => ownRef?.id,
    ref: () => ownRef,
    profile: () => ownProfile,
    connecting({ id, name = '', image = null }) {
      ownRef = { id, name, image }
    },
    confirmed(profile) {
      const { id, name, image } = profile
      ownRef = { id, name, image }
      ownProfile = profile
    },
    updated(profile) {
      if (profile.id === ownRef?.id) ownProfile = profile
    },
    restored(profile) {
      if (profile.id === ownRef?.id) ownProfile ??= profile
    },
    reset() {
      ownRef = undefined
      ownProfile = undefined
    },
  }
}

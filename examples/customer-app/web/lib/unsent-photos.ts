import { useSyncExternalStore } from 'react'

/** Photos that could not be sent, by conversation: their senders may look at something else first. */
const unsentPhotos = new Map<string, readonly File[]>()
const listeners = new Set<() => void>()
const none: readonly File[] = []

export const useUnsentPhotos = (cid: string): readonly File[] =>
  useSyncExternalStore(subscribe, () => unsentPhotos.get(cid) ?? none)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const keepUnsentPhoto = (cid: string, photo: File): void =>
  setPhotos(cid, [...(unsentPhotos.get(cid) ?? []), photo])

export const forgetUnsentPhoto = (cid: string, photo: File): void =>
  setPhotos(cid, unsentPhotos.get(cid)?.filter((each) => each !== photo) ?? [])

function setPhotos(cid: string, photos: readonly File[]): void {
  unsentPhotos.set(cid, photos)
  listeners.forEach((listener) => listener())
}

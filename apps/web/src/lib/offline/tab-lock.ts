import type { TabLock } from '@fettle/chat-client'

/** One tab at a time sends what waits under `name`; another continues afterwards. */
export const tabLock =
  (name: string): TabLock =>
  (run) =>
    'locks' in navigator ? navigator.locks.request(name, run) : run()

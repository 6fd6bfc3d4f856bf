import {
  subscribeToPush,
  unsubscribeFromPush,
  type PushSubscription as Handed,
} from '@fettle/protocol/notifications/notifications'
import { call } from '../http/api.ts'
import { onLogout } from '../http/session.ts'

/** `unable`: this browser cannot be woken (or not here); `blocked`: whoever uses it has said no. */
export type PushState = 'unable' | 'blocked' | 'off' | 'on'

let known: PushState = 'off'

/** Whether this device is told while nobody looks: then no page of ours shows the same once more. */
export const pushIsOn = (): boolean => known === 'on'

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? navigator.serviceWorker.getRegistration()
    : undefined

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/** Whether it was made with this key: with another the server could not use it. */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const made = options.applicationServerKey
  if (!made) return false
  const [ours, theirs] = [bytesOf(publicKey), new Uint8Array(made)]
  return ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index])
}

const sendSubscription = (subscription: PushSubscription) =>
  call(subscribeToPush, { body: subscription.toJSON() as unknown as Handed })

/** How things stand on this device. */
export async function pushState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return (known = 'unable')
  if (Notification.permission === 'denied') return (known = 'blocked')
  return (known = (await worker.pushManager.getSubscription()) ? 'on' : 'off')
}

/** Asks whoever uses the device, then has it woken from now on. Throws when server or vendor cannot be reached. */
export async function turnPushOn(publicKey: string): Promise<PushState> {
  const worker = await registration()
  if (!worker) return (known = 'unable')
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const old = await worker.pushManager.getSubscription()
  if (old && !isMadeWith(old, publicKey)) await old.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  try {
    await sendSubscription(subscription)
  } catch (error) {
    // A switch that says on while nobody knows of it would be a lie.
    await subscription.unsubscribe()
    throw error
  }
  return (known = 'on')
}

/** Lets the device sleep. The server is told, and finds out by itself where it cannot be reached. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await subscription.unsubscribe()
    await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } }).catch(() => undefined)
  }
  return (known = 'off')
}

/**
 * Ties what this device has agreed to on an earlier visit to the session of this one, and ends it at logging out. The
 * returned function stops.
 */
export function renewPush(): () => void {
  void renew().catch(() => undefined)
  // The session's end is its end on the server too.
  return onLogout(async () => {
    await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  })
}

async function renew(): Promise<void> {
  if ((await pushState()) !== 'on') return
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) await sendSubscription(subscription)
}

import type { PushSubscription as SubscriptionInput } from '@fettle/protocol/notifications/notifications'
import { subscribeToPush, unsubscribeFromPush } from '@fettle/protocol/notifications/calls'
import { call } from '../http/api.ts'
import { onLogout } from '../http/session.ts'

/** `unable`: this browser has no push support; `blocked`: the user has denied permission. */
export type PushState = 'unable' | 'blocked' | 'off' | 'on'

let lastState: PushState = 'off'

/** Whether push messages are on, so that pages do not show the same notification. */
export const pushIsOn = (): boolean => lastState === 'on'

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? navigator.serviceWorker.getRegistration()
    : undefined

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/** Whether a subscription was made for this key. With another one the server could not send to it. */
function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const usedKey = options.applicationServerKey
  if (!usedKey) return false
  const [expectedBytes, usedBytes] = [bytesOf(publicKey), new Uint8Array(usedKey)]
  return expectedBytes.length === usedBytes.length && expectedBytes.every((byte, index) => byte === usedBytes[index])
}

const sendSubscription = (subscription: PushSubscription) =>
  call(subscribeToPush, { body: subscription.toJSON() as unknown as SubscriptionInput })

/** Push state of this device. */
export async function pushState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return (lastState = 'unable')
  if (Notification.permission === 'denied') return (lastState = 'blocked')
  return (lastState = (await worker.pushManager.getSubscription()) ? 'on' : 'off')
}

/** Asks for permission and subscribes to push. Throws when the server or the push service cannot be reached. */
export async function turnPushOn(publicKey: string): Promise<PushState> {
  const worker = await registration()
  if (!worker) return (lastState = 'unable')
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const old = await worker.pushManager.getSubscription()
  if (old && !isFor(old, publicKey)) await old.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  try {
    await sendSubscription(subscription)
  } catch (error) {
    // Undo the subscription, because the server does not know it.
    await subscription.unsubscribe()
    throw error
  }
  return (lastState = 'on')
}

/** Unsubscribes. The server is told, and otherwise detects it on the next delivery. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await subscription.unsubscribe()
    await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } }).catch(() => undefined)
  }
  return (lastState = 'off')
}

/** Attaches an existing subscription to the current session, and ends it on logout. The returned function stops. */
export function renewPush(): () => void {
  void renew().catch(() => undefined)
  // Ending the session also ends the subscription on the server.
  return onLogout(async () => {
    await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  })
}

async function renew(): Promise<void> {
  if ((await pushState()) !== 'on') return
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) await sendSubscription(subscription)
}

import { WebSocket } from 'ws'
import type { TestInbox } from '../app/test-inbox.ts'
import type { RandomChoices } from './random.ts'

/** Packets of the socket's protocol, valid and broken: the service listens to none but the first. */
const PACKETS: readonly (string | Buffer)[] = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '40',
  '40{"token":"x"}',
  '40/admin,',
  '41',
  '42["notification_received",{"message":{}}]',
  '42["unread_count_changed",{"unreadCount":99}]',
  '42["disconnect"]',
  '42["connect_error","__proto__"]',
  '42{"a":1}',
  '42[',
  '421["ack"]',
  '43999999999["ack"]',
  '451-["binary",{"_placeholder":true,"num":0}]',
  '459999-["binary",{"_placeholder":true,"num":9999}]',
  '5',
  '6',
  '9',
  `42["deep",${'['.repeat(2_000)}${']'.repeat(2_000)}]`,
  `42["long","${'x'.repeat(20_000)}"]`,
  'x'.repeat(9_000),
  Buffer.from([4, 0, 255]),
  Buffer.alloc(20_000, 1),
]
const PACKETS_PER_SOCKET = 12

/** Sends broken packets as subscribers, as strangers, and before the handshake is done. Returns how many. */
export async function sendInboxPackets(testInbox: TestInbox, random: RandomChoices, count: number): Promise<number> {
  const token = await testInbox.token('ada')
  const tokens = [token, token, '', 'a.b.c', `${token}x`]
  let sent = 0
  while (sent < count) {
    const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token: random.pick(tokens) })
    const socket = new WebSocket(`${testInbox.url.replace('http', 'ws')}/inbox/socket.io/?${query.toString()}`)
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await Promise.race([closed, new Promise((resolve) => socket.once('open', resolve))])
    if (random.below(4) > 0 && socket.readyState === WebSocket.OPEN) socket.send('40')
    for (let n = 0; n < PACKETS_PER_SOCKET && socket.readyState === WebSocket.OPEN; n += 1) {
      socket.send(random.pick(PACKETS))
      sent += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    sent += 1
    if (random.below(2) === 0) socket.terminate()
    else socket.close()
    await closed
  }
  return sent
}

import type { TestInbox } from '../app/test-inbox.ts'
import { recordRequests, type RecordedRequest } from './recorder.ts'

/** Successful calls of the inbox: sessions, lists, changes of one and of many notifications, preferences. */
export async function recordInbox(inbox: TestInbox): Promise<RecordedRequest[]> {
  const recorder = recordRequests()
  try {
    const [id = '', other = ''] = await inbox.notify('ada', 'Hello', 'Again', 'Once more')
    const token = await inbox.token('ada')
    const get = (path: string) => inbox.request('GET', path, { token })
    const send = (method: string, path: string, body: object = {}) => inbox.request(method, path, { token, body })
    for (const path of [
      '/inbox/notifications?limit=5',
      '/inbox/notifications?limit=2&offset=1&read=false&archived=false',
      '/inbox/notifications/count?filters=[{}]',
      '/inbox/preferences',
    ])
      await get(path)
    for (const change of ['read', 'unread', 'archive', 'unarchive'])
      await send('PATCH', `/inbox/notifications/${id}/${change}`)
    const snoozeUntil = new Date(inbox.clock.now().getTime() + 3_600_000).toISOString()
    await send('PATCH', `/inbox/notifications/${other}/snooze`, { snoozeUntil })
    await send('PATCH', `/inbox/notifications/${other}/unsnooze`)
    for (const change of ['read', 'seen', 'archive', 'read-archive'])
      await send('POST', `/inbox/notifications/${change}`)
    await send('PATCH', '/inbox/preferences', { email: true })
    await send('PATCH', '/inbox/preferences/job-offered', { email: false })
    return recorder.requests
  } finally {
    recorder.stop()
  }
}

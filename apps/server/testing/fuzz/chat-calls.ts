import { createMessageId } from '@fettle/chat-client'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestChat } from '../app/test-chat.ts'
import { pdf } from '../fixtures/files.ts'
import { putPart } from '../fixtures/chat-scenario.ts'

/** Another server, of which the chat makes previews and which answers its commands. */
export async function startSite() {
  const server = createServer((request, response) => {
    if (request.method === 'POST') response.end(JSON.stringify({ text: 'That is 40,000.' }))
    else response.setHeader('content-type', 'text/html').end('<title>Tap</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://site.test:${port}/`,
    safeFetch: {
      resolve: async () => ['127.0.0.1'],
      mayReach: (_address: string, at: number) => at === port,
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Calls of the chat that no invariant has: reads, content beside messages, and what only the app's server may do. */
export async function recordChatCalls(testChat: TestChat, siteUrl: string): Promise<void> {
  for (const id of ['owner', 'guest', 'gone']) await testChat.person(id)
  const as = { actAs: 'owner' }
  const open = async (members: string[], id?: string) =>
    (await testChat.http('channels.create', { members, ...(id !== undefined && { id }) }, as)).channel.cid
  const cid = await open(['owner', 'guest', 'ada'], 'calls')
  const send = async (text: string) => {
    const id = createMessageId()
    await testChat.http('messages.send', { cid, message: { id, text } }, as)
    return id
  }
  const messageId = await send(`Look at ${siteUrl}`)
  await recordReads(testChat, cid, messageId)
  await recordFiles(testChat, cid)
  await recordPoll(testChat, cid)
  await recordPersonal(testChat, cid, messageId)

  const place = { latitude: 6.44, longitude: 3.45, deviceId: 'phone' }
  const shared = createMessageId()
  await testChat.http('location.share', { cid, messageId: shared, ...place, liveFor: 3_600_000 }, as)
  await testChat.http('location.move', { cid, messageId: shared, ...place, latitude: 6.45 }, as)
  await testChat.http('location.list', { cid, messageIds: [shared] }, as)
  await testChat.http('location.stop', { cid, messageId: shared }, as)

  await testChat.http('previews.get', { url: siteUrl }, as)
  await testChat.http('commands.save', { name: 'price', description: 'Asks for a price', url: siteUrl })
  await testChat.http('commands.list', { q: '' }, as)
  await testChat.http('commands.run', { cid, name: 'price', messageId: createMessageId(), args: 'two rooms' }, as)
  await testChat.http('commands.delete', { name: 'price' })

  const direct = await open(['owner', 'guest'])
  await testChat.http('channels.block', { cid: direct, blocked: true }, as)
  await testChat.http('channels.block', { cid: direct, blocked: false }, as)
  await testChat.http('channels.report', { cid, reason: 'SPAM', messageId, note: 'Again' }, { actAs: 'guest' })
  await recordAdministration(testChat, cid)
}

async function recordReads(testChat: TestChat, cid: string, messageId: string): Promise<void> {
  const as = { actAs: 'owner' }
  const client = await testChat.connect('owner')
  const { connectionId } = client.hello
  await testChat.http('channels.query', { limit: 5 }, as)
  await testChat.http('channels.get', { cid, watch: true, connectionId }, as)
  await testChat.http('channels.unwatch', { cid, connectionId }, as)
  client.close()
  await testChat.http('channels.events', { cid, after: 0 }, as)
  await testChat.http('messages.get', { cid, messageId }, as)
  await testChat.http('messages.pinned', { cid }, as)
  await testChat.http('messages.search', { query: 'Look' }, as)
  for (const kind of ['pictures', 'files', 'links'] as const) await testChat.http('media.list', { cid, kind }, as)
  await testChat.http('threads.list', {}, as)
  await testChat.http('threads.unread', {}, as)
  await testChat.http('unread.get', {}, as)
  await testChat.http('typing.set', { cid, typing: true }, as)
  await testChat.http('mentions.list', { cid, q: 'gu' }, as)
}

async function recordFiles(testChat: TestChat, cid: string): Promise<void> {
  const as = { actAs: 'owner' }
  const bytes = pdf({ note: 'A plan' })
  const start = () =>
    testChat.http('attachments.start', { cid, kind: 'file', name: 'plan.pdf', size: bytes.length }, as)
  const { uploadId } = await start()
  await putPart(testChat, uploadId, bytes, { user: 'owner' })
  await testChat.http('attachments.progress', { uploadId }, as)
  const { attachment } = await testChat.http('attachments.finish', { uploadId }, as)
  await testChat.http('attachments.sign', { cid, ids: [attachment.id] }, as)
  await testChat.http('attachments.cancel', { uploadId: (await start()).uploadId }, as)
}

async function recordPoll(testChat: TestChat, cid: string): Promise<void> {
  const as = { actAs: 'owner' }
  const poll = { name: 'When?', options: ['Monday', 'Tuesday'], allowAnswers: true, allowUserSuggestedOptions: true }
  const { message } = await testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, as)
  const about = { cid, pollId: message.pollId ?? '' }
  const { polls } = await testChat.http('polls.query', { cid, ids: [about.pollId] }, as)
  const option = { ...about, optionId: polls[0]?.poll.options[0]?.id ?? '' }
  await testChat.http('polls.vote', option, as)
  await testChat.http('polls.voices', about, as)
  await testChat.http('polls.unvote', option, as)
  await testChat.http('polls.answer', { ...about, text: 'In the morning' }, as)
  await testChat.http('polls.suggest', { ...about, text: 'Friday' }, as)
  await testChat.http('polls.close', about, as)
}

/** Reminders, messages to be sent later, and drafts. */
async function recordPersonal(testChat: TestChat, cid: string, messageId: string): Promise<void> {
  const as = { actAs: 'owner' }
  const at = (hours: number) => new Date(testChat.clock.now().getTime() + hours * 3_600_000).toISOString()
  await testChat.http('reminders.set', { cid, messageId, remindAt: at(1) }, as)
  await testChat.http('reminders.list', {}, as)
  await testChat.http('reminders.delete', { cid, messageId }, as)
  const later = { id: createMessageId(), text: 'Tomorrow' }
  await testChat.http('scheduled.create', { cid, message: later, sendAt: at(24) }, as)
  await testChat.http('scheduled.list', {}, as)
  await testChat.http('scheduled.update', { messageId: later.id, sendAt: at(48) }, as)
  await testChat.http('scheduled.delete', { messageId: later.id }, as)
  await testChat.http('drafts.save', { cid, text: 'Half a thought' }, as)
  await testChat.http('drafts.get', { cid }, as)
  await testChat.http('drafts.list', {}, as)
}

async function recordAdministration(testChat: TestChat, cid: string): Promise<void> {
  await testChat.http('reports.list', {})
  await testChat.http('users.token', { userId: 'guest' })
  await testChat.http('users.signal', { userId: 'guest', signal: { type: 'resource.updated' } })
  await testChat.http('users.presence', { userId: 'guest', online: true })
  await testChat.http('users.disconnect', { userId: 'guest' })
  await testChat.http('users.suspend', { userId: 'guest', until: null })
  await testChat.http('users.deactivate', { userId: 'gone' })
  await testChat.http('users.delete', { userId: 'gone' })
  await testChat.http('channels.export', { cid })
  await testChat.http('app.suspend', { suspended: false })
}

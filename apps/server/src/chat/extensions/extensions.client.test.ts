import {
  createDrafts,
  createFiles,
  createPolls,
  createUploads,
  createHttpPartSender,
  sendProblemOf,
  type ChatClient,
} from '@fettle/chat-client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { appKey, setUpTestChat } from '../../../testing/app/test-chat.ts'
import { picture } from '../../../testing/fixtures/files.ts'
import { wait, setUpChatClients } from '../../../testing/fixtures/chat-clients.ts'

/** Tests the client's modules together, as a screen uses them, against the service. */

const testChat = setUpTestChat({ rateLimits: false })
const arrive = setUpChatClients(testChat)
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

async function connected(id: string): Promise<ChatClient> {
  const client = await arrive(id)
  await client.channel(cid).open()
  return client
}

describe('the client', () => {
  it('uploads a picture and shows the message with it immediately, and the other side can view it', async () => {
    const [ada, tunde] = [await connected('ada'), await connected('tunde')]
    const bytes = await picture(64, 48)
    const sendPart = createHttpPartSender(testChat.url, { appKey, token: () => testChat.chat.signToken('ada') })
    const uploads = createUploads(ada, { cid, sendPart })
    const slice = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to))
    uploads.add([{ name: 'tap.jpg', size: bytes.length, kind: 'image', slice }])
    expect(sendProblemOf(uploads.getSnapshot())).toBe('chat-client.uploads-running')
    await vi.waitFor(() => expect(sendProblemOf(uploads.getSnapshot())).toBeNull(), wait)

    const attachments = uploads.attachments()
    const channel = ada.channel(cid)
    const id = channel.send('', { attachments })
    expect(channel.getSnapshot().messages.at(-1)).toMatchObject({ id, attachments: [{ width: 64, height: 48 }] })
    const otherStore = tunde.channel(cid)
    await vi.waitFor(() => expect(otherStore.getSnapshot().messages.at(-1)).toMatchObject({ id, attachments }), wait)

    const files = createFiles(tunde, { cid })
    files.show(attachments.map((attachment) => attachment.id))
    await vi.waitFor(() => expect(Object.keys(files.getSnapshot())).toHaveLength(1), wait)
    const address = Object.values(files.getSnapshot())[0]
    expect((await fetch(testChat.url + address?.url)).headers.get('content-type')).toBe('image/jpeg')
    files.stop()
  })

  it('creates a poll and receives votes and drafts live', async () => {
    const [ada, tunde] = [await connected('ada'), await connected('tunde')]
    const [asking, voting] = [createPolls(ada), createPolls(tunde)]
    const message = await asking.create({
      cid,
      messageId: '0193e8a0-0000-7000-8000-00000000000a',
      poll: { name: 'Which day?', options: ['Monday', 'Tuesday'] },
    })
    const pollId = message.pollId ?? ''
    await vi.waitFor(() => expect(tunde.channel(cid).getSnapshot().messages.at(-1)).toMatchObject({ pollId }), wait)
    await voting.show(cid, tunde.channel(cid).getSnapshot().messages)
    await voting.vote(cid, pollId, 'opt_2')
    expect(voting.getSnapshot().own[pollId]?.optionIds).toEqual(['opt_2'])
    await vi.waitFor(() => expect(asking.getSnapshot().polls[pollId]?.voteCountsByOption['opt_2']).toBe(1), wait)
    expect(asking.getSnapshot().own[pollId]?.optionIds).toEqual([])
    const refused = asking.create({ cid, messageId: message.id, poll: { name: ' ' } })
    await expect(refused).rejects.toMatchObject({
      message: 'Failed to create the poll',
      failure: { code: 4, message: 'Question is required' },
    })

    const [desktop, phone] = [createDrafts(ada), createDrafts(await connected('ada'))]
    desktop.write(cid, null, { text: 'On my w' })
    await desktop.flush()
    await vi.waitFor(() => expect(Object.values(phone.getSnapshot())).toMatchObject([{ text: 'On my w' }]), wait)
    expect(await phone.open(cid)).toMatchObject({ text: 'On my w' })
  })
})

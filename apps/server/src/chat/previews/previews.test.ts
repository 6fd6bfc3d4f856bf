import { createMessageId } from '@fettle/chat-client'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { picture } from '../../../testing/fixtures/files.ts'

let testChat: TestChat
let site: Server
let port: number
let requestedUrls: string[] = []
let isDown = false
beforeAll(async () => {
  const image = await picture(1200, 600)
  const kettle = await picture(900, 300)
  site = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    if (isDown) response.writeHead(503).end()
    else if (request.url === '/tap.jpg') response.setHeader('content-type', 'image/jpeg').end(image)
    else if (request.url === '/kettle.jpg') response.setHeader('content-type', 'image/jpeg').end(kettle)
    else if (request.url === '/kettle')
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Kettle</title><meta property="og:image" content="/kettle.jpg">')
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Tap</title><meta property="og:image" content="/tap.jpg"><meta name="description" content="Brass">')
  })
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  port = (site.address() as AddressInfo).port
  testChat = await startTestChat({
    rateLimits: false,
    options: { safeFetch: { resolve: async () => ['127.0.0.1'], mayReach: (_, at) => at === port } },
  })
  await Promise.all(['ada', 'tunde'].map((id) => testChat.person(id, id)))
})
afterAll(async () => {
  await testChat.close()
  site.close()
})

const get = (url: string) => testChat.http('previews.get', { url }, { actAs: 'ada' })

describe('the preview of a link', () => {
  it('is fetched once, with a picture stored by us, and attached to a message', async () => {
    const url = `http://shop.test:${port}/taps`
    requestedUrls = []
    const { preview } = await get(`${url}#top`)
    expect(preview).toMatchObject({ url, title: 'Tap', description: 'Brass', image: { width: 600, height: 300 } })
    expect(await get(url)).toEqual({ preview })
    expect(requestedUrls).toEqual(['/taps', '/tap.jpg'])

    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel
    const unknown = `http://shop.test:${port}/never-fetched`
    const message = { id: createMessageId(), text: `Look ${url}`, previewUrls: [url, unknown] }
    const sent = await testChat.http('messages.send', { cid, message }, { actAs: 'ada' })
    expect(sent.message.previews).toEqual([preview])
    const signed = await testChat.http('attachments.sign', { cid, ids: [preview?.image?.id ?? ''] }, { actAs: 'tunde' })
    const response = await fetch(testChat.url + (signed.files[0]?.url ?? ''))
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 600,
    })
  })

  it('keeps its picture as long as it is stored or a message shows it', async () => {
    const url = `http://shop.test:${port}/kettle`
    const imageId = String((await get(url)).preview?.image?.id)
    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel
    const send = async () => {
      const message = { id: createMessageId(), text: url, previewUrls: [url] }
      await testChat.http('messages.send', { cid, message }, { actAs: 'ada' })
      return message.id
    }
    const remove = (messageId: string) => testChat.http('messages.delete', { cid, messageId }, { actAs: 'ada' })
    const edit = (messageId: string, text: string) =>
      testChat.http('messages.edit', { cid, messageId, text }, { actAs: 'ada' })
    const statusOfImage = async () => {
      const { files } = await testChat.http('attachments.sign', { cid, ids: [imageId] }, { actAs: 'ada' })
      return (await fetch(testChat.url + (files[0]?.url ?? ''))).status
    }
    const purge = async () => {
      testChat.clock.advance(31 * 86_400_000)
      await testChat.jobs.runDue()
    }
    await testChat.jobs.start()
    const [first, second] = [await send(), await send()]
    await remove(first)
    await purge()
    expect(await statusOfImage()).toBe(200)
    await edit(second, 'No link')
    expect(await statusOfImage()).toBe(404)

    await get(url)
    await remove(await send())
    expect(await statusOfImage()).toBe(200)
    await purge()
    expect(await statusOfImage()).toBe(404)
  })

  it('leaves a message with the edit that removes its link', async () => {
    const [tap, kettle] = [`http://shop.test:${port}/taps`, `http://shop.test:${port}/kettle`]
    const previews = [(await get(tap)).preview, (await get(kettle)).preview]
    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel
    const draft = { id: createMessageId(), text: `${kettle} or ${tap}.`, previewUrls: [tap, kettle] }
    const { message } = await testChat.http('messages.send', { cid, message: draft }, { actAs: 'ada' })
    const edit = { cid, messageId: message.id }
    const textOnly = await testChat.http(
      'messages.edit',
      { ...edit, text: `Not ${tap}, but ${kettle}!` },
      { actAs: 'ada' },
    )
    expect(textOnly.message.previews).toEqual(previews)
    const withoutOne = await testChat.http('messages.edit', { ...edit, text: `This one: ${tap}` }, { actAs: 'ada' })
    expect(withoutOne.message.previews).toEqual(previews.slice(0, 1))
    const withoutAny = await testChat.http('messages.edit', { ...edit, text: 'None' }, { actAs: 'ada' })
    expect(withoutAny.message.previews).toBeUndefined()
    expect(await testChat.httpRefusal('messages.edit', { ...edit, text: ' ' }, { actAs: 'ada' })).toMatchObject({
      code: 4,
    })
  })

  it('leaves a scheduled message with the change that removes its link', async () => {
    const [tap, kettle] = [`http://shop.test:${port}/taps`, `http://shop.test:${port}/kettle`]
    const previews = [(await get(tap)).preview, (await get(kettle)).preview]
    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel
    const message = { id: createMessageId(), text: `${tap} or ${kettle}?`, previewUrls: [tap, kettle] }
    const sendAt = new Date(testChat.clock.now().getTime() + 60_000).toISOString()
    await testChat.http('scheduled.create', { cid, message, sendAt }, { actAs: 'ada' })
    await testChat.http('scheduled.update', { messageId: message.id, text: `Look ${tap}` }, { actAs: 'ada' })
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    const sent = await testChat.http('messages.get', { cid, messageId: message.id }, { actAs: 'tunde' })
    expect(sent.message.previews).toEqual(previews.slice(0, 1))
  })

  it('is empty where there is none, and is retried later', async () => {
    const url = `http://shop.test:${port}/later`
    isDown = true
    expect(await get(url)).toEqual({ preview: null })
    isDown = false
    expect(await get(url)).toEqual({ preview: null })
    testChat.clock.advance(600_000)
    expect((await get(url)).preview).toMatchObject({ title: 'Tap' })
  })

  it('is empty for internal addresses, and refused for an invalid URL', async () => {
    expect(await get('http://169.254.169.254/latest/meta-data/')).toEqual({ preview: null })
    expect(await get('http://localhost/')).toEqual({ preview: null })
    expect(await testChat.httpRefusal('previews.get', { url: 'javascript:alert(1)' }, { actAs: 'ada' })).toMatchObject({
      code: 4,
    })
  })
})

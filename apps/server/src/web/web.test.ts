import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, cspOf } from './headers.ts'
import { isPagePath, webPlugin } from './index.ts'

let folder: string
let app: FastifyInstance

const page = (path: string, html: string, more: object = {}) => ({ path, html, status: 200, preload: [], ...more })

function write(name: string, text: string, sides = true) {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (!sides) return
  writeFileSync(`${path}.br`, brotliCompressSync(text))
  writeFileSync(`${path}.gz`, gzipSync(text))
}

async function start({ outbox = false, google = false } = {}) {
  app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ success: false }))
  app.get('/v2/profile', () => ({ success: true }))
  await app.register(webPlugin, { dist: folder, config: { outbox, google } })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-web-'))
  write('assets/app-1234.js', 'console.log("app")')
  write('icon.svg', '<svg/>', false)
  write('sw.js', 'self.KEPT = []')
  for (const name of ['home', 'login', 'booking', 'gallery', 'missing', 'connexion', 'register', 'register-google'])
    write(`pages/${name}.html`, `<p>${name}</p>`)
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      pages: [
        page('/', 'pages/home.html', { preload: ['assets/app-1234.js', 'assets/home-1234.js'] }),
        page('/login', 'pages/login.html', { locale: 'en' }),
        page('/login', 'pages/connexion.html', { locale: 'fr' }),
        page('/bookings/:id', 'pages/booking.html'),
        page('/register', 'pages/register.html', { google: false }),
        page('/register', 'pages/register-google.html', { google: true }),
        page('/dev/gallery', 'pages/gallery.html', { development: true }),
        page('*', 'pages/missing.html', { status: 404 }),
      ],
      redirects: { '/reset-password': '/new-password' },
      csp: { scripts: ["'sha256-AAA='"], styles: ["'sha256-BBB='"] },
    }),
  )
})

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('the web server', () => {
  it('serves each address its own page', async () => {
    await start()
    expect((await get('/')).body).toBe('<p>home</p>')
    expect((await get('/login/?next=1')).body).toBe('<p>login</p>')
    expect((await get('/bookings/bkg_1')).body).toBe('<p>booking</p>')
  })

  it('names the modules of a page in a header, so that they are fetched while its HTML arrives', async () => {
    await start()
    expect((await get('/')).headers['link']).toBe(
      '</assets/app-1234.js>; rel=modulepreload; crossorigin, </assets/home-1234.js>; rel=modulepreload; crossorigin',
    )
    expect((await get('/login')).headers['link']).toBeUndefined()
  })

  it('serves the page with the Google button where people can sign in with Google', async () => {
    await start()
    expect((await get('/register')).body).toBe('<p>register</p>')
    await app.close()
    await start({ google: true })
    expect((await get('/register')).body).toBe('<p>register-google</p>')
  })

  it("uses the chosen language, else the browser's", async () => {
    await start()
    const french = await get('/login', { 'accept-language': 'fr-CA, en;q=0.5' })
    expect(french.body).toBe('<p>connexion</p>')
    expect(french.headers['vary']).toContain('accept-language')
    expect((await get('/login', { 'accept-language': 'fr', cookie: 'locale=en' })).body).toBe('<p>login</p>')
  })

  it('answers an unknown address with the not-found page and 404', async () => {
    await start()
    const answer = await get('/bookings/1/2')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe('<p>missing</p>')
  })

  it('redirects /reset-password to /new-password with its query', async () => {
    await start()
    const answer = await get('/reset-password?email=a%40b.test')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers['location']).toBe('/new-password?email=a%40b.test')
  })

  it.each([
    '/v2/nothing',
    '/chat/v1/x',
    '/inbox/x',
    '/dev/outbox',
    '/files/x',
    '/health/x',
    '/metrics',
    '/assets/x.js',
  ])('leaves %s to other modules', async (path) => {
    await start()
    expect(isPagePath(path)).toBe(false)
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ success: false })
  })

  it("does not shadow other modules' routes", async () => {
    await start()
    expect((await get('/v2/profile')).json()).toEqual({ success: true })
  })

  it('allows inline scripts by hash only, and no framing', async () => {
    await start()
    const { headers } = await get('/')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-AAA='")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('shows the gallery only where the outbox is enabled', async () => {
    await start({ outbox: true })
    expect((await get('/dev/gallery')).body).toBe('<p>gallery</p>')
    await app.close()
    await start()
    expect((await get('/dev/gallery')).statusCode).toBe(404)
  })

  it('says what to do when the web app is not built', async () => {
    rmSync(join(folder, 'pages.json'))
    await start()
    const answer = await get('/')
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run build')
  })
})

it('allows pictures from the map host and the hosts of photos only', () => {
  const policy = contentSecurityPolicy(
    { scripts: [], styles: [] },
    cspOf({
      mapTiles: { url: 'https://tiles.example.com:8443/{z}/{x}/{y}.png?key=1' },
      customerPhotoOrigins: ['https://photos.example.com'],
    }),
  )
  const naming = policy.split('; ').filter((rule) => rule.includes('example.com'))
  expect(naming).toEqual(["img-src 'self' data: blob: https://tiles.example.com:8443 https://photos.example.com"])
  expect(cspOf({ customerPhotoOrigins: [] })).toEqual({ images: [], connect: [] })
})

it.each([
  ['hosted', 'wss://socket.novu.co', 'wss://socket.novu.co'],
  ['self-hosted', 'https://socket.example.com', 'wss://socket.example.com'],
])('allows calls and the socket of a %s Novu', (_, socketUrl, source) => {
  const policy = contentSecurityPolicy(
    { scripts: [], styles: [] },
    cspOf({ customerPhotoOrigins: [], novu: { apiUrl: 'https://api.novu.co/path', socketUrl } }),
  )
  expect(policy.split('; ')).toContain(`connect-src 'self' https://api.novu.co ${source}`)
})

describe('static files', () => {
  it('are compressed by preference, and immutable when hashed', async () => {
    await start()
    const br = await get('/assets/app-1234.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.headers['cache-control']).toContain('immutable')
    expect((await get('/assets/app-1234.js', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect((await get('/assets/app-1234.js')).headers['content-encoding']).toBeUndefined()
    expect((await get('/icon.svg')).headers['cache-control']).not.toContain('immutable')
  })

  it('are not sent again when cached', async () => {
    await start()
    const etag = String((await get('/', { 'accept-encoding': 'br' })).headers['etag'])
    expect((await get('/', { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(304)
  })

  it('revalidate the service worker, which may load our own data and icons only', async () => {
    await start()
    const { headers } = await get('/sw.js')
    expect(headers['content-type']).toContain('text/javascript')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; img-src 'self'")
  })

  it('cannot be outside the folder', async () => {
    await start()
    expect((await get('/..%2f..%2fetc/passwd')).statusCode).toBe(404)
    expect((await get('/pages.json')).statusCode).toBe(404)
    expect((await get('/pages/home.html')).statusCode).toBe(404)
  })
})

it('shared photos without a service worker are rejected unread', async () => {
  await start()
  const payload = '--x\r\ncontent-disposition: form-data; name="photos"; filename="1.jpg"\r\n\r\nbytes\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await app.inject({ method: 'POST', url: '/share', headers, payload })
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/messages?share&missed'])
})

import { chromium } from '@playwright/test'
const [base, who, themes, sizes, ...paths] = process.argv.slice(2)
const vp = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
let auth
if (who !== 'none') {
  const r = await fetch(base + '/v2/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrPhone: who + '@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }),
  })
  auth = (await r.json()).data
}
for (const theme of themes.split(','))
  for (const size of sizes.split(',')) {
    const ctx = await browser.newContext({
      viewport: vp[size],
      deviceScaleFactor: 1,
      isMobile: size === 'phone',
      hasTouch: size === 'phone',
    })
    await ctx.addInitScript(
      ([a, t]) => {
        localStorage.setItem('theme', t)
        if (a && !localStorage.getItem('x')) {
          localStorage.setItem('token', a.token)
          localStorage.setItem('streamToken', a.streamToken)
        }
      },
      [auth, theme],
    )
    const page = await ctx.newPage()
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(m.type(), m.text().slice(0, 300)))
    page.on('pageerror', (e) => console.log('pageerror', e.message))
    for (const spec of paths) {
      const [path, name, click] = spec.split('@')
      await page.goto(base + path, { waitUntil: 'load' })
      await page.waitForTimeout(900)
      if (click) {
        await page.getByRole('button', { name: click }).first().click()
        await page.waitForTimeout(500)
      }
      await page.screenshot({ path: `/tmp/shots/${name}-${size}-${theme}.png` })
      console.log(path, '->', page.url(), await page.title())
    }
    await ctx.close()
  }
await browser.close()

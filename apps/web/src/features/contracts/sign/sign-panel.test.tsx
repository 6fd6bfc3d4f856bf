import { consentTextVersionOf, consentTextsIn, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import { sendContract } from '@fettle/protocol/contracts/calls'
import { locales, type Locale } from '@fettle/i18n/locales'
import { i18n } from '@lingui/core'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { SignPanel } from './sign-panel.tsx'
import { useSign } from './use-sign.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const requests: { body: { signature: Record<string, unknown> } }[] = []
replaceExports(apiModule, {
  call: async (_: unknown, input: (typeof requests)[number]) => {
    requests.push(input)
    return { id: 'ctr_1', version: 2 }
  },
})

const read = { isRead: true, error: undefined, retry: () => undefined, confirm: async () => true }
const { draw } = setUpScreen()

function Page({ kind = 'CONTRACT' }: { kind?: ConsentDocument }) {
  const { sign, busy, error } = useSign({ id: 'ctr_1', version: 1 })
  const onSign = (signed: Parameters<typeof sign>[2]) => void sign(sendContract, 'hash', signed)
  return (
    <SignPanel
      document={kind}
      signAs="Ada Obi"
      reading={read}
      submit="Sign"
      busy={busy}
      error={error}
      onSign={onSign}
    />
  )
}

async function open(locale: Locale, kind?: ConsentDocument) {
  i18n.loadAndActivate({ locale, messages: {} })
  await draw(<Page {...(kind && { kind })} />)
}
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
const words = () => boxes().map(({ labels }) => labels?.[0]?.textContent)

async function signByName() {
  const name = document.querySelector<HTMLInputElement>('input[autocomplete=name]')
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    put?.call(name, 'Ada Obi')
    name?.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector<HTMLInputElement>('input[value=TYPED]')?.click()
    for (const box of boxes()) box.click()
  })
  await act(async () => document.querySelector('form')?.requestSubmit())
}

beforeEach(() => {
  // jsdom has no canvas.
  HTMLCanvasElement.prototype.getContext = () => null
  requests.length = 0
})

describe.each(locales)('the signature panel in %s', (locale) => {
  it('shows exactly the consents the server stores', async () => {
    await open(locale)
    const { electronicRecords, readAndAgree } = consentTextsIn(locale, 'CONTRACT')
    expect(words()).toEqual([electronicRecords, readAndAgree])
  })

  it('names a change order as such', async () => {
    await open(locale, 'CHANGE_ORDER')
    expect(words()).toEqual(Object.values(consentTextsIn(locale, 'CHANGE_ORDER')))
  })

  it('sends version and language of the shown consents', async () => {
    await open(locale)
    await signByName()
    expect(requests.map(({ body }) => body.signature)).toMatchObject([
      { legalName: 'Ada Obi', consentTextVersion: consentTextVersionOf.CONTRACT, consentLocale: locale },
    ])
  })
})

it('keeps a drawn signature while the other way to sign is looked at', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob()))
  Element.prototype.setPointerCapture ??= () => undefined
  await open('en')
  const pad = () => document.querySelector('canvas')
  for (const name of ['pointerdown', 'pointerup'])
    await act(async () => pad()?.dispatchEvent(new MouseEvent(name, { bubbles: true })))
  expect(pad()?.getAttribute('aria-label')).toBe('Signed')
  for (const way of ['TYPED', 'DRAWN'])
    await act(async () => document.querySelector<HTMLInputElement>(`input[value=${way}]`)?.click())
  expect(pad()?.getAttribute('aria-label')).toBe('Signed')
})

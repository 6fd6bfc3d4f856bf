import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { LOCALE_COOKIE } from '@fettle/i18n/locales'
import { expect, test, type Locator } from '@playwright/test'
import { callApi } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { serverOrigin } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

/** Text of an element as shown on the screen: by line, from left to right. */
const inVisualOrder = (what: Locator): Promise<string[]> =>
  what.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    const text = node?.textContent ?? ''
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(node as Node, index)
      range.setEnd(node as Node, index + word.length)
      const { left, top } = range.getBoundingClientRect()
      return { word, left, line: Math.round(top) }
    })
    return words.sort((one, other) => one.line - other.line || one.left - other.left).map(({ word }) => word)
  })

test('Latin user text keeps its direction on an Arabic page', onPhone, async ({ page, request }) => {
  const texts = ['Good evening, I can come by tomorrow at 9!']
  const { me, job, address } = await openConversation(page, request, { isPhone: true, texts })
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'ar', url: serverOrigin }])

  await page.goto('/messages')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const preview = page
    .locator('[data-result]')
    .getByText(texts[0] ?? '', { exact: true })
    .first()
  await expect(preview).toBeVisible()
  expect((await inVisualOrder(preview)).at(0)).toBe('Good')
  // The beginning is visible; the end is truncated.
  const [text, row] = [await preview.boundingBox(), await page.locator('[data-result]').first().boundingBox()]
  expect(text?.x ?? -1).toBeGreaterThanOrEqual(row?.x ?? 0)

  await page.goto(address)
  const paragraph = page.locator('[data-message]').filter({ hasText: 'Good evening' }).locator('p').first()
  await expect(paragraph).toBeVisible()
  expect((await inVisualOrder(paragraph)).slice(0, 2)).toEqual(['Good', 'evening,'])

  // The address is visible after acceptance.
  await callApi(
    request,
    { method: acceptBooking.method, path: acceptBooking.path.replace(':id', job.id) },
    { acknowledge: ['OUTSIDE_WORKING_HOURS', 'SHORT_NOTICE', 'HOLIDAY'] },
    me.token,
  )
  await page.goto(`/bookings/${job.id}`)
  const street = page.getByRole('article').getByText('4 Broad Street', { exact: true }).first()
  await expect(street).toBeVisible()
  expect(await inVisualOrder(street)).toEqual(['4', 'Broad', 'Street'])
  const words = page.getByText('It drips since yesterday.').first()
  expect((await inVisualOrder(words)).slice(0, 3)).toEqual(['It', 'drips', 'since'])
})

import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { LOCALE_COOKIE, type Locale } from '@fettle/i18n/locales'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { dateField, dayIn, fillDate } from '../support/dates.ts'
import { callApi } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'
import { translate } from '../support/translations.ts'
import { onPhone } from '../support/widths.ts'

/** Opens the sheet that reschedules a confirmed booking, in a language. */
async function propose(
  page: Page,
  request: APIRequestContext,
  { locale, isPhone }: { locale: Locale; isPhone: boolean },
) {
  const { me, job } = await openConversation(page, request, { isPhone })
  await callApi(
    request,
    { method: acceptBooking.method, path: acceptBooking.path.replace(':id', job.id) },
    { acknowledge: ['OUTSIDE_WORKING_HOURS', 'SHORT_NOTICE', 'HOLIDAY'] },
    me.token,
  )
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: serverOrigin }])
  await page.goto(`/bookings/${job.id}`)
  const label = (text: string) => translate(text, locale)
  await page
    .getByRole('button', { name: label('More actions'), exact: true })
    .filter({ visible: true })
    .click()
  await page
    .getByRole('menuitem', { name: label('Propose another time') })
    .filter({ visible: true })
    .click()
  const sheet = page.getByRole('dialog', { name: label('Propose another time') })
  await expect(dateField(sheet, label('Day'))).toBeVisible()
  return { sheet, label }
}

test('a date is typed and chosen in the format of the language', onPhone, async ({ page, request }) => {
  const { sheet, label } = await propose(page, request, { locale: 'fr', isPhone: true })
  const day = dateField(sheet, label('Day'))
  const start = dateField(sheet, label('Start'))
  const order = await day
    .locator('[data-type]:not([data-type=literal])')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-type')))
  expect(order).toEqual(['day', 'month', 'year'])

  await fillDate(sheet, label('Start'), '14:30')
  await expect(start).toContainText('14:30')
  await expect(start.locator('[data-type=dayPeriod]')).toHaveCount(0)
  // Touch devices show the numeric keyboard.
  await expect(day.locator('[data-type=day]')).toHaveAttribute('inputmode', 'numeric')

  const open = sheet.getByRole('button', { name: `${label('Calendar')} ${label('Day')}` })
  await open.click()
  const calendar = page.getByRole('dialog', { name: label('Day'), exact: true })
  await expect(calendar.getByRole('grid')).toBeVisible()
  // The calendar is above the sheet and entirely in view.
  const box = await calendar.boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
  const isOnTop = await calendar.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  await expect(calendar.getByRole('columnheader').or(calendar.locator('th')).first()).toHaveText(/^lun/)
  await expectAccessible(page)

  const before = await dayIn(sheet, label('Day'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(sheet).toBeVisible()
  await expect(open).toBeFocused()
  expect(await dayIn(sheet, label('Day'))).toBe(before)

  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('grid')).toBeVisible()
  await expect(calendar.locator(':focus')).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(open).toBeFocused()
  const chosen = await dayIn(sheet, label('Day'))
  expect(chosen > before).toBe(true)
  expect(chosen.slice(0, 7)).not.toBe(before.slice(0, 7))
})

test('an incomplete date is kept, reported, and not sent', async ({ page, request }) => {
  const { sheet, label } = await propose(page, request, { locale: 'en', isPhone: false })
  await expect(sheet.getByText("You're free")).toBeVisible()
  const day = dateField(sheet, 'Day')
  await sheet.getByLabel('Reason').selectOption({ label: 'Missing materials' })
  const month = day.locator('[data-type=month]')
  await month.press('Backspace')
  await month.press('Backspace')
  const year = await day.locator('[data-type=year]').innerText()
  await sheet.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(sheet.getByText('Enter a complete date.')).toBeVisible()
  await expect(day.locator('[data-type=year]')).toHaveText(year)
  await expect(day.locator(':focus')).toHaveCount(1)
  await expectAccessible(page)
  await fillDate(sheet, 'Day', `${Number(year) + 1}-02-03`)
  await expect(day).toHaveText(`03/02/${Number(year) + 1}`)
  await expect(sheet.getByText(label('Enter a complete date.'))).toHaveCount(0)
})

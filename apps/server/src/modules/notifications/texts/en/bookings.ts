import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { BookingParams } from '../../kinds/bookings.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatList: either, formatMoment: moment } = createFormatter('en')

const when = (at: string | null, timeZone: string) => (at === null ? 'time to be agreed' : moment(at, timeZone))
const said = (note: string | null) => note && quote(note)

export const bookings: NotificationTexts<BookingParams> = {
  'booking-requested': {
    subject: ({ customerName, visits = 1 }) =>
      visits > 1 ? say`${customerName} asks for ${visits} visits` : say`New booking request from ${customerName}`,
    body: ({ title, city, startAt, timeZone, respondBy, visits = 1 }) =>
      sentences(
        visits > 1
          ? say`${title} in ${city}, first ${when(startAt, timeZone)}.`
          : say`${title} in ${city}, ${when(startAt, timeZone)}.`,
        respondBy && say`Answer by ${when(respondBy, timeZone)}.`,
      ),
  },
  'request-expiring': {
    subject: ({ customerName }) => say`${customerName} still waits for your answer`,
    body: ({ title, respondBy, timeZone }) => say`${title}. Answer by ${when(respondBy, timeZone)}.`,
  },
  'booking-expired': {
    subject: ({ customerName, wasMine }) =>
      wasMine ? say`${customerName} did not answer your booking` : say`A request from ${customerName} expired`,
    body: ({ title, startAt, timeZone }) => say`${title}, ${when(startAt, timeZone)}.`,
  },
  'booking-confirmed': {
    subject: ({ customerName }) => say`Booking with ${customerName} confirmed`,
    body: ({ title, startAt, timeZone }) => say`${title}, ${when(startAt, timeZone)}.`,
  },
  'booking-declined': {
    subject: ({ customerName }) => say`${customerName} declined your booking`,
    body: ({ title, startAt, timeZone, note }) => sentences(say`${title}, ${when(startAt, timeZone)}.`, said(note)),
  },
  'booking-rescheduled': {
    subject: ({ customerName }) => say`${customerName} took another time`,
    body: ({ title, startAt, timeZone }) => say`${title} is now on ${when(startAt, timeZone)}.`,
  },
  'proposal-received': {
    subject: ({ customerName }) => say`${customerName} proposes another time`,
    body: ({ title, times, timeZone }) => say`${title}: ${either(times.map((time) => when(time, timeZone)))}.`,
  },
  'proposal-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'EXPIRED'
        ? say`${customerName} did not answer about another time`
        : answer === 'WITHDRAWN'
          ? say`${customerName} took the proposal back`
          : say`${customerName} keeps the time that was agreed on`,
    body: ({ title, startAt, timeZone }) => say`${title} stays on ${when(startAt, timeZone)}.`,
  },
  'series-accepted': {
    subject: ({ customerName, visits }) => say`${customerName} agreed to ${visits} visits`,
    body: ({ title, startAt, timeZone }) => say`${title}, first ${when(startAt, timeZone)}.`,
  },
  'series-declined': {
    subject: ({ customerName, visits }) => say`${customerName} declined your ${visits} visits`,
    body: ({ title, startAt, timeZone }) => say`${title}, first ${when(startAt, timeZone)}.`,
  },
  'series-expired': {
    subject: ({ customerName, visits }) => say`${customerName} did not answer about your ${visits} visits`,
    body: ({ title, startAt, timeZone }) => say`${title}, first ${when(startAt, timeZone)}.`,
  },
  'booking-reminder-24h': {
    subject: ({ customerName }) => say`Tomorrow: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} in ${city}, ${when(startAt, timeZone)}.`,
  },
  'booking-reminder-2h': {
    subject: ({ customerName }) => say`In two hours: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} in ${city}, ${when(startAt, timeZone)}.`,
  },
  'booking-cancelled': {
    subject: ({ customerName }) => say`${customerName} cancelled`,
    body: ({ title, startAt, timeZone, note, isContestable }) =>
      sentences(
        say`${title}, ${when(startAt, timeZone)}.`,
        said(note),
        isContestable && 'It is put down to you. You can contest that within 7 days.',
      ),
  },
  'no-show-reported': {
    subject: ({ customerName }) => say`${customerName} says that you did not come`,
    body: ({ title, startAt, timeZone, note }) =>
      sentences(say`${title}, ${when(startAt, timeZone)}.`, said(note), 'You can contest it within 7 days.'),
  },
  'attribution-contested': {
    subject: ({ customerName }) => say`${customerName} sees it differently`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note), 'Until it is settled it counts for nobody.'),
  },
  'work-confirmed': {
    subject: ({ customerName, automatic }) =>
      automatic ? say`Your work for ${customerName} is confirmed` : say`${customerName} confirmed your work`,
    body: ({ title }) => say`${title} is completed.`,
  },
  'fix-requested': {
    subject: ({ customerName }) => say`${customerName} asks for a fix`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'job-still-running': {
    subject: ({ customerName }) => say`Is the work for ${customerName} done?`,
    body: ({ title }) => say`${title} is still in progress. Complete it, or pause it until you go on.`,
  },
  'adjustment-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`${customerName} agreed to the extra work`
        : answer === 'DECLINED'
          ? say`${customerName} declined the extra work`
          : say`${customerName} did not answer about the extra work`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
}

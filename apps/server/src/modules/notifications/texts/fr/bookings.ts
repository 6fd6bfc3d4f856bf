import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { BookingParams } from '../../kinds/bookings.ts'
import type { NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  plural,
  formatList: either,
  formatMoment: moment,
} = createFormatter('fr')

const when = (at: string | null, timeZone: string) => (at === null ? 'horaire à convenir' : moment(at, timeZone))
const said = (note: string | null) => note && quote(note)
const visitsOf = (visits: number) => plural(visits, { one: '# visite', other: '# visites' })
const first = ({ title, startAt, timeZone }: { title: string; startAt: string | null; timeZone: string }) =>
  say`${title}, première visite : ${when(startAt, timeZone)}.`

export const bookings: NotificationTexts<BookingParams> = {
  'booking-requested': {
    subject: ({ customerName, visits = 1 }) =>
      visits > 1
        ? say`${customerName} vous demande ${visitsOf(visits)}`
        : say`Nouvelle demande de réservation de ${customerName}`,
    body: ({ title, city, startAt, timeZone, respondBy, visits = 1 }) =>
      sentences(
        visits > 1
          ? say`${title} à ${city}, première visite : ${when(startAt, timeZone)}.`
          : say`${title} à ${city}, ${when(startAt, timeZone)}.`,
        respondBy && say`Répondez avant le ${when(respondBy, timeZone)}.`,
      ),
  },
  'request-expiring': {
    subject: ({ customerName }) => say`${customerName} attend toujours votre réponse`,
    body: ({ title, respondBy, timeZone }) => say`${title}. Répondez avant le ${when(respondBy, timeZone)}.`,
  },
  'booking-expired': {
    subject: ({ customerName, wasMine }) =>
      wasMine ? say`${customerName} n’a pas répondu à votre réservation` : say`Une demande de ${customerName} a expiré`,
    body: ({ title, startAt, timeZone }) => say`${title}, ${when(startAt, timeZone)}.`,
  },
  'booking-confirmed': {
    subject: ({ customerName }) => say`Réservation avec ${customerName} confirmée`,
    body: ({ title, startAt, timeZone }) => say`${title}, ${when(startAt, timeZone)}.`,
  },
  'booking-declined': {
    subject: ({ customerName }) => say`${customerName} a refusé votre réservation`,
    body: ({ title, startAt, timeZone, note }) => sentences(say`${title}, ${when(startAt, timeZone)}.`, said(note)),
  },
  'booking-rescheduled': {
    subject: ({ customerName }) => say`${customerName} a choisi un autre horaire`,
    body: ({ title, startAt, timeZone }) => say`${title}, désormais le ${when(startAt, timeZone)}.`,
  },
  'proposal-received': {
    subject: ({ customerName }) => say`${customerName} propose un autre horaire`,
    body: ({ title, times, timeZone }) => say`${title} : ${either(times.map((time) => when(time, timeZone)))}.`,
  },
  'proposal-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'EXPIRED'
        ? say`${customerName} n’a pas répondu au sujet d’un autre horaire`
        : answer === 'WITHDRAWN'
          ? say`${customerName} a retiré sa proposition`
          : say`${customerName} garde l’horaire convenu`,
    body: ({ title, startAt, timeZone }) => say`${title} : l’horaire reste ${when(startAt, timeZone)}.`,
  },
  'series-accepted': {
    subject: ({ customerName, visits }) => say`${customerName} a accepté ${visitsOf(visits)}`,
    body: first,
  },
  'series-declined': {
    subject: ({ customerName, visits }) =>
      say`${customerName} a refusé ${plural(visits, { one: 'votre visite', other: 'vos # visites' })}`,
    body: first,
  },
  'series-expired': {
    subject: ({ customerName, visits }) =>
      say`${customerName} n’a pas répondu pour ${plural(visits, { one: 'votre visite', other: 'vos # visites' })}`,
    body: first,
  },
  'booking-reminder-24h': {
    subject: ({ customerName }) => say`Demain : ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} à ${city}, ${when(startAt, timeZone)}.`,
  },
  'booking-reminder-2h': {
    subject: ({ customerName }) => say`Dans deux heures : ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} à ${city}, ${when(startAt, timeZone)}.`,
  },
  'booking-cancelled': {
    subject: ({ customerName }) => say`${customerName} a annulé`,
    body: ({ title, startAt, timeZone, note, isContestable }) =>
      sentences(
        say`${title}, ${when(startAt, timeZone)}.`,
        said(note),
        isContestable && 'L’annulation vous est imputée. Vous pouvez la contester dans les 7 jours.',
      ),
  },
  'no-show-reported': {
    subject: ({ customerName }) => say`${customerName} indique que personne n’est venu`,
    body: ({ title, startAt, timeZone, note }) =>
      sentences(say`${title}, ${when(startAt, timeZone)}.`, said(note), 'Vous pouvez le contester dans les 7 jours.'),
  },
  'attribution-contested': {
    subject: ({ customerName }) => say`${customerName} n’est pas de cet avis`,
    body: ({ title, note }) =>
      sentences(say`${title}.`, quote(note), 'Tant que ce n’est pas réglé, cela n’est imputé à personne.'),
  },
  'work-confirmed': {
    subject: ({ customerName, automatic }) =>
      automatic ? say`Votre travail pour ${customerName} est confirmé` : say`${customerName} a confirmé votre travail`,
    body: ({ title }) => say`${title} : terminé.`,
  },
  'fix-requested': {
    subject: ({ customerName }) => say`${customerName} demande une reprise`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'job-still-running': {
    subject: ({ customerName }) => say`Le travail pour ${customerName} est-il terminé ?`,
    body: ({ title }) =>
      say`${title} est toujours en cours. Terminez-le, ou mettez-le en pause jusqu’à ce que vous repreniez.`,
  },
  'adjustment-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`${customerName} a accepté les travaux supplémentaires`
        : answer === 'DECLINED'
          ? say`${customerName} a refusé les travaux supplémentaires`
          : say`${customerName} n’a pas répondu pour les travaux supplémentaires`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
}

import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { ContractParams } from '../../kinds/contracts.ts'
import type { NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  formatMoney: money,
  formatMoment: moment,
  formatDay: day,
} = createFormatter('en')

const said = (note: string | null) => note && quote(note)

export const contracts: NotificationTexts<ContractParams> = {
  'contract-changes-requested': {
    subject: ({ customerName }) => say`${customerName} wants changes to your contract`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-declined': {
    subject: ({ customerName }) => say`${customerName} declined your contract`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-expired': {
    subject: ({ customerName }) => say`${customerName} did not sign your contract`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'contract-sign-expiring': {
    subject: ({ customerName }) => say`${customerName} has not signed yet`,
    body: ({ title, signBy, timeZone }) => say`${title}. It can be signed until ${moment(signBy, timeZone)}.`,
  },
  'contract-signed': {
    subject: ({ customerName }) => say`${customerName} signed your contract`,
    body: ({ reference, title, total }) => say`${reference}, ${title}: ${money(total)}.`,
  },
  'contract-held': {
    subject: ({ customerName }) => say`${customerName} put the work on hold`,
    body: ({ title, note, until }) => sentences(say`${title}.`, until && `Until ${day(until)}.`, said(note)),
  },
  'contract-resumed': {
    subject: ({ customerName }) => say`The work for ${customerName} goes on`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'contract-withdrawn': {
    subject: ({ customerName }) => say`${customerName} withdrew from the contract`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'contract-terminated': {
    subject: ({ customerName }) => say`The contract with ${customerName} has ended`,
    body: ({ title, settled }) => say`${title}. ${money(settled)} for what was under way.`,
  },
  'termination-proposed': {
    subject: ({ customerName }) => say`${customerName} wants to end the contract`,
    body: ({ title, settled }) => say`${title}, with ${money(settled)} for what is under way. Answer within 7 days.`,
  },
  'termination-contested': {
    subject: ({ customerName, note }) =>
      note === null
        ? say`The end of your contract with ${customerName} is to be decided`
        : say`${customerName} sees it differently`,
    body: ({ title, note }) => sentences(say`${title}.`, note ? quote(note) : 'Nobody answered in time.'),
  },
  'milestone-approved': {
    subject: ({ customerName, automatic }) =>
      automatic ? say`A milestone for ${customerName} counts as approved` : say`${customerName} approved a milestone`,
    body: ({ title, milestone, amount }) => say`${milestone}, ${money(amount)}. ${title}.`,
  },
  'milestone-changes': {
    subject: ({ customerName }) => say`${customerName} sent a milestone back`,
    body: ({ milestone, note }) => sentences(say`${milestone}.`, quote(note)),
  },
  'change-order-received': {
    subject: ({ customerName }) => say`${customerName} asks for a change order`,
    body: ({ title, changeOrder, amount }) => say`${changeOrder}, ${money(amount)}. ${title}.`,
  },
  'change-order-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`${customerName} signed your change order`
        : answer === 'DECLINED'
          ? say`${customerName} declined your change order`
          : say`${customerName} did not answer your change order`,
    body: ({ title, changeOrder, note }) => sentences(say`${changeOrder}. ${title}.`, said(note)),
  },
}

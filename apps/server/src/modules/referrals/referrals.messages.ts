import type { Locale } from '@fettle/i18n/locales'
import { createFormatter } from '../../platform/locale/formatter.ts'

/** Texts of an invitation. `from` is the inviter's name. */
interface InvitationMessages {
  /** Subject of the text message in the list of deliveries. */
  name: string
  invites: (from: string) => string
  waits: (from: string) => string
  why: (from: string) => string
  button: string
  ignore: (from: string) => string
  /** The whole text message. */
  text: (from: string, isReminder: boolean) => string
}

const { text: en } = createFormatter('en')
const { text: fr } = createFormatter('fr')
const { text: ar } = createFormatter('ar')

export const invitation: Readonly<Record<Locale, InvitationMessages>> = {
  en: {
    name: 'An invitation to Fettle',
    invites: (from) => en`${from} invites you to Fettle`,
    waits: (from) => en`${from} is still waiting for you on Fettle`,
    why: (from) =>
      en`${from} works with Fettle and thinks you should too: customers near you ask for jobs, you answer, and everything about a job is in one place.`,
    button: 'Start here',
    ignore: (from) => en`If you don't know ${from}, you can ignore this message.`,
    text: (from, isReminder) =>
      isReminder
        ? en`${from} is still waiting for you on Fettle, where jobs near you come in:`
        : en`${from} invites you to Fettle, where jobs near you come in:`,
  },
  fr: {
    name: 'Une invitation sur Fettle',
    invites: (from) => fr`${from} vous invite sur Fettle`,
    waits: (from) => fr`${from} vous attend toujours sur Fettle`,
    why: (from) =>
      fr`${from} travaille avec Fettle et vous le recommande : des clients près de chez vous demandent des travaux, vous répondez, et tout ce qui concerne un travail est au même endroit.`,
    button: 'Commencer ici',
    ignore: (from) => fr`Si vous ne connaissez pas ${from}, ignorez ce message.`,
    text: (from, isReminder) =>
      isReminder
        ? fr`${from} vous attend toujours sur Fettle, où arrivent des travaux près de chez vous :`
        : fr`${from} vous invite sur Fettle, où arrivent des travaux près de chez vous :`,
  },
  ar: {
    name: 'دعوة إلى Fettle',
    invites: (from) => ar`يدعوك ${from} إلى Fettle`,
    waits: (from) => ar`ما زال ${from} ينتظرك في Fettle`,
    why: (from) =>
      ar`يعمل ${from} مع Fettle وينصحك به: يطلب عملاء بالقرب منك أعمالًا، وأنت ترد، وكل ما يخص العمل في مكان واحد.`,
    button: 'ابدأ من هنا',
    ignore: (from) => ar`إن كنت لا تعرف ${from}، فتجاهل هذه الرسالة.`,
    text: (from, isReminder) =>
      isReminder
        ? ar`ما زال ${from} ينتظرك في Fettle، حيث تصل أعمال بالقرب منك:`
        : ar`يدعوك ${from} إلى Fettle، حيث تصل أعمال بالقرب منك:`,
  },
}

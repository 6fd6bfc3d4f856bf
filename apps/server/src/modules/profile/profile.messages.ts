import type { Locale } from '@fettle/i18n/locales'
import { createFormatter } from '../../platform/locale/formatter.ts'

/** Texts of the mail about changed bank details. */
interface BankChangedMessages {
  subject: string
  paragraphs: (bankName: string, lastDigits: string) => readonly string[]
  button: string
}

const { text: en } = createFormatter('en')
const { text: fr } = createFormatter('fr')
const { text: ar } = createFormatter('ar')

export const bankChanged: Readonly<Record<Locale, BankChangedMessages>> = {
  en: {
    subject: 'Your bank details on Fettle were changed',
    paragraphs: (bankName, lastDigits) => [
      en`Payouts now go to ${bankName}, account ending in ${lastDigits}. For your safety there are no payouts during the next 72 hours.`,
      "If this wasn't you, sign other devices out and change your password at once.",
    ],
    button: "This wasn't me",
  },
  fr: {
    subject: 'Vos coordonnées bancaires sur Fettle ont été modifiées',
    paragraphs: (bankName, lastDigits) => [
      fr`Les versements vont désormais vers ${bankName}, compte se terminant par ${lastDigits}. Pour votre sécurité, il n’y a aucun versement pendant les 72 prochaines heures.`,
      'Si ce n’était pas vous, déconnectez les autres appareils et changez immédiatement votre mot de passe.',
    ],
    button: 'Ce n’était pas moi',
  },
  ar: {
    subject: 'تغيّرت بياناتك البنكية في Fettle',
    paragraphs: (bankName, lastDigits) => [
      ar`تُحوّل الدفعات من الآن إلى ${bankName}، الحساب المنتهي بـ ${lastDigits}. حفاظًا على أمانك لا تُحوّل أي دفعات خلال الـ72 ساعة القادمة.`,
      'إن لم تكن أنت من فعل ذلك، فسجّل الخروج من الأجهزة الأخرى وغيّر كلمة مرورك فورًا.',
    ],
    button: 'لم أكن أنا',
  },
}

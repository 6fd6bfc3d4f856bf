import type { Locale } from '@fettle/i18n/locales'
import { createFormatter } from '../../platform/locale/formatter.ts'

/** Texts of the mail about a finished export. */
interface ExportReadyMessages {
  subject: string
  text: (days: number) => string
  button: string
}

const { plural: en } = createFormatter('en')
const { plural: fr } = createFormatter('fr')
const { plural: ar } = createFormatter('ar')

export const exportReady: Readonly<Record<Locale, ExportReadyMessages>> = {
  en: {
    subject: 'Your Fettle data is ready',
    text: (days) =>
      `Everything we keep about you is in one file now. You find it there for ${en(days, { one: '# day', other: '# days' })}.`,
    button: 'Fetch it',
  },
  fr: {
    subject: 'Vos données Fettle sont prêtes',
    text: (days) =>
      `Tout ce que nous conservons sur vous est maintenant réuni dans un fichier. Il y reste disponible ${fr(days, { one: '# jour', other: '# jours' })}.`,
    button: 'Le récupérer',
  },
  ar: {
    subject: 'بياناتك في Fettle جاهزة',
    text: (days) =>
      `جُمع كل ما نحتفظ به عنك في ملف واحد. ستجده هناك لمدة ${ar(days, {
        zero: '# يوم',
        one: 'يوم واحد',
        two: 'يومين',
        few: '# أيام',
        many: '# يومًا',
        other: '# يوم',
      })}.`,
    button: 'تنزيل الملف',
  },
}

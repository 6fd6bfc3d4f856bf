import type { ContractStatus } from '@fettle/protocol/contracts'
import type { Locale } from '@fettle/i18n/locales'

/** Texts of the public page that verifies a PDF. */
interface CheckPageMessages {
  title: string
  intro: string
  file: string
  button: string
  privacy: string
  /** Before another file. */
  another: string
  known: string
  knownText: string
  unknown: string
  unknownText: string
  parties: string
  signed: string
  now: string
  tooLarge: (megabytes: number) => string
  tooMany: (seconds: number) => string
  missing: string
}

type Signed = Extract<ContractStatus, 'ACTIVE' | 'ON_HOLD' | 'COMPLETED' | 'DISPUTED' | 'TERMINATED'>

/** Status of a signed contract. */
export const statusMessages: Readonly<Record<Locale, Record<Signed, string>>> = {
  en: {
    ACTIVE: 'In force',
    ON_HOLD: 'On hold',
    COMPLETED: 'Completed',
    DISPUTED: 'In dispute',
    TERMINATED: 'Ended early',
  },
  fr: {
    ACTIVE: 'En vigueur',
    ON_HOLD: 'Suspendu',
    COMPLETED: 'Terminé',
    DISPUTED: 'En litige',
    TERMINATED: 'Résilié',
  },
  ar: { ACTIVE: 'سارٍ', ON_HOLD: 'معلّق', COMPLETED: 'مكتمل', DISPUTED: 'محل نزاع', TERMINATED: 'أُنهي مبكرًا' },
}

export const checkPageMessages: Readonly<Record<Locale, CheckPageMessages>> = {
  en: {
    title: 'Is this contract genuine?',
    intro:
      'Choose the PDF of a signed contract, or drop it here. We say whether it is one of ours, to the last letter.',
    file: 'The PDF of the contract',
    button: 'Check it',
    privacy: 'The file is not kept. Who signed is told by initials only.',
    another: 'Check another file',
    known: 'Genuine: this is one of our contracts',
    knownText: 'Both have signed it, and nothing in this file was changed since.',
    unknown: 'We do not know this file',
    unknownText:
      'It is not one of our signed contracts, or something in it was changed: one letter is enough, and so is saving it anew from another program. Ask for the file as it was sent.',
    parties: 'Signed by',
    signed: 'Signed on',
    now: 'It is now',
    tooLarge: (megabytes) => `The file is larger than ${megabytes} MB. Our contracts are much smaller.`,
    tooMany: (seconds) => `Too many files from here. Try again in ${seconds} seconds.`,
    missing: 'Choose a file first.',
  },
  fr: {
    title: 'Ce contrat est-il authentique ?',
    intro:
      'Choisissez le PDF d’un contrat signé, ou déposez-le ici. Nous disons s’il vient bien de chez nous, à la lettre près.',
    file: 'Le PDF du contrat',
    button: 'Vérifier',
    privacy: 'Le fichier n’est pas conservé. Les signataires ne sont indiqués que par leurs initiales.',
    another: 'Vérifier un autre fichier',
    known: 'Authentique : c’est l’un de nos contrats',
    knownText: 'Les deux parties l’ont signé, et rien n’a été modifié dans ce fichier depuis.',
    unknown: 'Nous ne connaissons pas ce fichier',
    unknownText:
      'Ce n’est pas l’un de nos contrats signés, ou quelque chose y a été modifié : une lettre suffit, tout comme un nouvel enregistrement depuis un autre logiciel. Demandez le fichier tel qu’il a été envoyé.',
    parties: 'Signé par',
    signed: 'Signé le',
    now: 'Actuellement',
    tooLarge: (megabytes) => `Le fichier dépasse ${megabytes} Mo. Nos contrats sont bien plus petits.`,
    tooMany: (seconds) => `Trop de fichiers depuis cette adresse. Réessayez dans ${seconds} secondes.`,
    missing: 'Choisissez d’abord un fichier.',
  },
  ar: {
    title: 'هل هذا العقد أصلي؟',
    intro: 'اختر ملف PDF لعقد موقّع، أو أفلته هنا. نخبرك إن كان من عقودنا، حرفًا بحرف.',
    file: 'ملف PDF للعقد',
    button: 'تحقق',
    privacy: 'لا يُحتفظ بالملف. ولا يُذكر من الموقّعين سوى الأحرف الأولى من أسمائهم.',
    another: 'تحقق من ملف آخر',
    known: 'أصلي: هذا من عقودنا',
    knownText: 'وقّعه الطرفان، ولم يتغير شيء في هذا الملف منذ ذلك الحين.',
    unknown: 'لا نعرف هذا الملف',
    unknownText:
      'ليس من عقودنا الموقّعة، أو تغيّر فيه شيء: يكفي حرف واحد، أو حفظه من جديد ببرنامج آخر. اطلب الملف كما أُرسل.',
    parties: 'وقّعه',
    signed: 'تاريخ التوقيع',
    now: 'حالته الآن',
    tooLarge: (megabytes) => `الملف أكبر من ${megabytes} ميغابايت. عقودنا أصغر من ذلك بكثير.`,
    tooMany: (seconds) => `ملفات كثيرة جدًا من هنا. حاول مجددًا بعد ${seconds} ثانية.`,
    missing: 'اختر ملفًا أولًا.',
  },
}

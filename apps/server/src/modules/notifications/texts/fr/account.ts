import type { DocumentType, rejectionFixes } from '@fettle/protocol/accounts/documents'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { AccountParams } from '../../kinds/account.ts'
import { excerpt, wordFor, type NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  plural,
  formatDevice: device,
  formatMoment: moment,
  formatDay: day,
} = createFormatter('fr')

/** Without an article or adjective that would have to agree. */
const documents: Readonly<Record<DocumentType, string>> = {
  NATIONAL_ID: 'Carte nationale d’identité',
  PASSPORT: 'Passeport',
  DRIVERS_LICENCE: 'Permis de conduire',
  VOTER_CARD: 'Carte d’électeur',
  RESIDENCE_PERMIT: 'Titre de séjour',
  SELFIE: 'Selfie',
  PROOF_OF_ADDRESS: 'Justificatif de domicile',
  BANK_STATEMENT: 'Relevé bancaire',
  TRADE_CERTIFICATE: 'Certificat professionnel',
  BUSINESS_REGISTRATION: 'Immatriculation de l’entreprise',
  INSURANCE_CERTIFICATE: 'Attestation d’assurance',
  BACKGROUND_CHECK: 'Vérification des antécédents',
  PORTFOLIO_PHOTO: 'Photo de vos réalisations',
}

const fixes: Readonly<Record<keyof typeof rejectionFixes, string>> = {
  BLURRY: 'Tenez le téléphone sans bouger, avec une bonne lumière, jusqu’à ce que le texte soit net.',
  CROPPED: 'Cadrez tout le document, avec ses quatre coins.',
  GLARE: 'Éloignez-vous de la lumière, pour qu’aucun reflet ne couvre le texte.',
  EXPIRED: 'Envoyez un document encore valable.',
  NAME_MISMATCH: 'Le nom doit être celui de votre profil. Corrigez votre profil, ou envoyez un document à ce nom.',
  WRONG_TYPE: 'C’est un autre type de document. Choisissez son type, ou envoyez celui qui est demandé.',
  UNREADABLE: 'Nous n’avons pas pu le lire. Prenez une nouvelle photo, ou exportez-le de nouveau.',
  TAMPERING_SUSPECTED: 'Envoyez une photo du document original, sans aucune modification.',
  OTHER: 'Lisez la remarque, puis envoyez-le de nouveau.',
}

const left = (days: number) =>
  days === 0 ? 'aujourd’hui' : days === 1 ? 'demain' : plural(days, { one: 'dans # jour', other: 'dans # jours' })

export const account: NotificationTexts<AccountParams> = {
  'message-reminder': {
    subject: ({ authorName }) =>
      authorName ? say`À reprendre : le message de ${authorName}` : 'Un message à reprendre',
    body: ({ excerpt: text }) => (text ? quote(text) : 'Vous avez demandé un rappel pour ce message.'),
  },
  'document-approved': {
    subject: ({ document }) => say`${wordFor(documents, document)} : document approuvé`,
    body: () => 'Vous n’avez plus rien à faire.',
  },
  'document-rejected': {
    subject: ({ document }) => say`${wordFor(documents, document)} : document refusé`,
    body: ({ fix, note }) => sentences(wordFor(fixes, fix), note),
  },
  'document-expiring': {
    subject: ({ document, daysLeft }) =>
      daysLeft < 0
        ? say`${wordFor(documents, document)} : document expiré`
        : say`${wordFor(documents, document)} : expire ${left(daysLeft)}`,
    body: ({ expiresAt, daysLeft }) =>
      sentences(
        daysLeft < 0 ? `Il était valable jusqu’au ${day(expiresAt)}.` : `Il est valable jusqu’au ${day(expiresAt)}.`,
        'Envoyez-en un nouveau pour que rien ne soit bloqué.',
      ),
  },
  'new-sign-in': {
    subject: () => 'Nouvelle connexion à votre compte',
    body: ({ device: name, at, timeZone }) =>
      say`${device(name)}, ${moment(at, timeZone)}. Si c’était vous, vous n’avez rien à faire.`,
  },
  'bank-details-changed': {
    subject: () => 'Vos coordonnées bancaires ont été modifiées',
    body: ({ bankName, lastDigits, at, timeZone }) =>
      say`Les versements vont désormais vers ${bankName}, compte se terminant par ${lastDigits}. Modifié le ${moment(at, timeZone)}.`,
  },
  'password-changed': {
    subject: () => 'Votre mot de passe a été modifié',
    body: ({ at, timeZone }) => `Modifié le ${moment(at, timeZone)}. Les autres appareils ont été déconnectés.`,
  },
  'account-suspended': {
    subject: ({ until }) => `Votre compte est suspendu jusqu’au ${day(until)}`,
    body: ({ reason }) =>
      say`${reason} Vous pouvez tout consulter et finir les travaux en cours, mais pas en accepter de nouveaux.`,
  },
  'account-reinstated': {
    subject: () => 'Votre compte n’est plus suspendu',
    body: () => 'Vous pouvez de nouveau accepter des demandes.',
  },
  'review-received': {
    subject: ({ customerName, rating }) =>
      say`${customerName} vous a donné ${plural(rating, { one: '# étoile', other: '# étoiles' })}`,
    body: ({ title, comment }) => sentences(say`${title}.`, comment && quote(excerpt(comment))),
  },
}

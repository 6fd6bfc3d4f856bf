import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { Texts } from '../wording.ts'

const { plural } = createFormatter('fr')

export const buttons: Texts['buttons'] = {
  OPEN: 'Ouvrir',
  REVIEW: 'Examiner',
  DECLINE: 'Refuser',
  MESSAGE: 'Écrire',
  CONTEST: 'Contester',
  START_TRAVEL: 'Se mettre en route',
  EXTEND: 'Prolonger',
  DOWNLOAD_PDF: 'Télécharger le PDF',
  ADD_EVIDENCE: 'Ajouter une pièce justificative',
  FIX_BANK_DETAILS: 'Corriger les coordonnées bancaires',
  UPLOAD_AGAIN: 'Envoyer à nouveau',
  REPLY: 'Répondre',
  REOPEN: 'Rouvrir',
  NOT_ME: 'Ce n’était pas moi',
  ASK_SUPPORT: 'Écrire à l’assistance',
}

export const groups: Texts['groups'] = {
  bookings: 'les réservations',
  offers: 'les devis',
  contracts: 'les contrats',
  disputes: 'les litiges',
  earnings: 'l’argent',
  documents: 'les documents',
  messages: 'les messages',
  reviews: 'les avis',
  referrals: 'les invitations',
  support: 'l’assistance',
  security: 'les connexions et les sessions',
  digest: 'les petites nouvelles, une fois par jour',
}

export const mails: Texts['mails'] = {
  see: 'Voir dans Fettle',
  why: 'Vous recevez cet e-mail parce que vous travaillez avec Fettle.',
  choose: 'Choisir ce que nous vous envoyons',
  stop: (group) => `Ne plus recevoir d’e-mails sur ${group}`,
  digest: {
    subject: (count) =>
      plural(count, { one: '# petite nouvelle depuis hier', other: '# petites nouvelles depuis hier' }),
    opening: 'Rien d’urgent ici.',
    why: 'Les petites nouvelles sont réunies dans un seul e-mail par jour.',
  },
  page: {
    ask: (group) => `Ne plus recevoir d’e-mails sur ${group} ?`,
    askText:
      'Tout reste dans votre boîte de réception Fettle. Ce qui protège votre compte vous est envoyé dans tous les cas.',
    askButton: 'Ne plus recevoir ces e-mails',
    stopped: (group) => `Plus d’e-mails sur ${group}`,
    stoppedText: 'Tout reste dans votre boîte de réception Fettle.',
    stoppedButton: 'Recevoir de nouveau ces e-mails',
    again: (group) => `Vous recevez de nouveau des e-mails sur ${group}`,
    againText: 'Heureux de vous retrouver.',
    unknown: 'Ce lien n’est pas complet',
    unknownText:
      'Ouvrez-le encore une fois depuis l’e-mail, ou choisissez dans l’application ce que nous vous envoyons.',
  },
}

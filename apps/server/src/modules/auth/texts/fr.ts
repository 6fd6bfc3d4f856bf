import { createFormatter } from '../../../platform/locale/formatter.ts'
import type { MailMessages } from './mail-messages.ts'

const { text: say, plural, formatDevice: device, formatDay: day } = createFormatter('fr')

const notMe = 'Si ce n’était pas vous, écrivez-nous immédiatement.'
const ignore = 'Si vous ne l’avez pas demandé, ignorez ce message.'

export const fr: MailMessages = {
  verification: {
    subject: 'Votre code de vérification Fettle',
    before: 'Votre code de vérification est',
    ignore: 'Si vous ne vous êtes pas inscrit sur Fettle, ignorez ce message.',
  },
  reset: {
    subject: 'Votre code pour réinitialiser votre mot de passe Fettle',
    before: 'Le code pour définir un nouveau mot de passe est',
    ignore: 'Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe reste le même.',
  },
  stepUp: {
    subject: 'Confirmez que c’est bien vous',
    before: 'Le code pour continuer est',
    ignore: 'Si vous n’êtes pas en train d’utiliser Fettle, changez votre mot de passe.',
  },
  newEmail: (address) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    before: say`Le code pour utiliser ${address} est`,
    ignore,
  }),
  newPhone: (number) => ({
    subject: 'Confirmez votre nouveau numéro de téléphone',
    before: say`Le code pour utiliser ${number} est`,
    ignore,
  }),
  goodFor: (minutes) =>
    `Il est valable ${plural(minutes, { one: '# minute', other: '# minutes' })}. Personne chez Fettle ne vous le demandera jamais.`,
  phoneCode: {
    subject: 'Votre code Fettle',
    text: (code) => `${code} est votre code pour utiliser ce numéro avec Fettle.`,
  },
  passwordChanged: {
    subject: 'Votre mot de passe Fettle a été modifié',
    paragraphs: [
      'Le mot de passe de votre compte vient d’être modifié et tous les appareils ont été déconnectés.',
      'Si ce n’était pas vous, définissez-en un nouveau immédiatement.',
    ],
    button: 'Définir un nouveau mot de passe',
  },
  newSignIn: (name) => ({
    subject: 'Nouvelle connexion à votre compte Fettle',
    paragraphs: [
      say`Une connexion à votre compte vient d’avoir lieu depuis un nouvel appareil : ${device(name)}.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, déconnectez cet appareil et changez votre mot de passe.',
    ],
    button: 'Ce n’était pas moi',
  }),
  emailChanged: (destination) => ({
    subject: 'Votre adresse e-mail Fettle a été modifiée',
    paragraphs: [say`L’adresse e-mail de votre compte vient d’être remplacée par ${destination}.`, notMe],
    button: 'Nous écrire',
  }),
  phoneChanged: (destination) => ({
    subject: 'Votre numéro de téléphone Fettle a été modifié',
    paragraphs: [say`Le numéro de téléphone de votre compte vient d’être remplacé par ${destination}.`, notMe],
    button: 'Nous écrire',
  }),
  closing: (closesAt) => ({
    subject: 'Votre compte Fettle va être fermé',
    paragraphs: [
      `Votre compte sera fermé le ${day(closesAt.toISOString())} et tout ce qui vous concerne sera supprimé.`,
      'Vous avez changé d’avis, ou ce n’était pas vous ? Connectez-vous avant cette date et il est conservé.',
    ],
    button: 'Se connecter',
  }),
  keptOpen: {
    subject: 'Votre compte Fettle reste ouvert',
    paragraphs: ['Vous vous êtes connecté : votre compte ne sera donc pas fermé. Heureux de vous retrouver.'],
  },
  closed: {
    subject: 'Votre compte Fettle est fermé',
    paragraphs: [
      'Votre compte est fermé et tout ce qui vous concerne est supprimé. Merci pour votre travail avec nous.',
    ],
  },
}

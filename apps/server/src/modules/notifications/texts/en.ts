import type { Params, WorkflowId } from '../catalogue.ts'

/** The words of one kind of notification. */
export interface Wording<P> {
  /** What the kind is called in the preferences. */
  name: string
  subject: (params: P) => string
  body: (params: P) => string
  primary?: string
  secondary?: string
}

const when = (at: string | null, timeZone: string) => {
  if (at === null) return 'time to be agreed'
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(at))
  const day = part({ weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')
  return `${day} at ${part({ hour: '2-digit', minute: '2-digit', hour12: false })}`
}

const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

const EXCERPT = 140
const excerpt = (text: string) => {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length <= EXCERPT ? characters.join('') : `${characters.slice(0, EXCERPT).join('')}…`
}

/** Why an offer was declined, in words of the middle of a sentence. */
const offerReasons: Record<string, string> = {
  PRICE_TOO_HIGH: 'the price is too high',
  CHOSE_OTHER: 'they chose somebody else',
  TIMING: 'the time does not fit',
  SCOPE: 'it is not what they need',
  NO_LONGER_NEEDED: 'it is no longer needed',
  NO_TRUST: 'they were not convinced',
  OTHER: 'another reason',
}

/** The groups of the preferences, as in "mails about …". */
export const groupNames: Record<string, string> = {
  bookings: 'bookings',
  offers: 'offers',
  contracts: 'contracts',
  disputes: 'disputes',
  earnings: 'money',
  documents: 'documents',
  messages: 'messages',
  reviews: 'reviews',
  referrals: 'invitations',
  support: 'support',
  security: 'sign-ins and sessions',
  digest: 'small things, once a day',
}

/** What is new in a dispute. */
const disputeNews: Record<Params['dispute-updated']['what'], (customerName: string) => string> = {
  ANSWERED: (customerName) => `${customerName} answered your dispute`,
  EVIDENCE: (customerName) => `${customerName} added evidence to the dispute`,
  PROPOSED: (customerName) => `${customerName} proposes to settle the dispute`,
  DECLINED: (customerName) => `${customerName} declined your proposal`,
  WITHDRAWN: (customerName) => `${customerName} took the dispute back`,
  APPEALED: (customerName) => `${customerName} appealed what was decided`,
  NO_ANSWER: () => 'Nobody answered the dispute: our team looks at it',
  NO_AGREEMENT: () => 'No agreement in the dispute: our team looks at it',
}

export const en: { [W in WorkflowId]: Wording<Params[W]> } = {
  'booking-requested': {
    name: 'Booking requested',
    subject: ({ customerName, visits = 1 }) =>
      visits > 1 ? `${customerName} asks for ${visits} visits` : `New booking request from ${customerName}`,
    body: ({ title, city, startAt, timeZone, respondBy, visits = 1 }) =>
      `${title} in ${city}, ${visits > 1 ? 'first ' : ''}${when(startAt, timeZone)}.${respondBy ? ` Answer by ${when(respondBy, timeZone)}.` : ''}`,
    primary: 'Review',
    secondary: 'Decline',
  },
  'booking-confirmed': {
    name: 'Booking confirmed',
    subject: ({ customerName }) => `Booking with ${customerName} confirmed`,
    body: ({ title, startAt, timeZone }) => `${title}, ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'request-expiring': {
    name: 'Request expiring',
    subject: ({ customerName }) => `${customerName} still waits for your answer`,
    body: ({ title, respondBy, timeZone }) => `${title}. Answer by ${when(respondBy, timeZone)}.`,
    primary: 'Review',
    secondary: 'Decline',
  },
  'booking-expired': {
    name: 'Request expired',
    subject: ({ customerName, wasMine }) =>
      wasMine ? `${customerName} did not answer your booking` : `A request from ${customerName} expired`,
    body: ({ title, startAt, timeZone }) => `${title}, ${when(startAt, timeZone)}.`,
    primary: 'Open',
  },
  'booking-declined': {
    name: 'Booking declined',
    subject: ({ customerName }) => `${customerName} declined your booking`,
    body: ({ title, startAt, timeZone, note }) => `${title}, ${when(startAt, timeZone)}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
  },
  'booking-rescheduled': {
    name: 'Booking moved',
    subject: ({ customerName }) => `${customerName} took another time`,
    body: ({ title, startAt, timeZone }) => `${title} is now on ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'proposal-received': {
    name: 'Another time proposed',
    subject: ({ customerName }) => `${customerName} proposes another time`,
    body: ({ title, times, timeZone }) => `${title}: ${times.map((time) => when(time, timeZone)).join(' or ')}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'proposal-answered': {
    name: 'Proposal answered',
    subject: ({ customerName, answer }) =>
      answer === 'EXPIRED'
        ? `${customerName} did not answer about another time`
        : answer === 'WITHDRAWN'
          ? `${customerName} took the proposal back`
          : `${customerName} keeps the time that was agreed on`,
    body: ({ title, startAt, timeZone }) => `${title} stays on ${when(startAt, timeZone)}.`,
    primary: 'Open',
  },
  'series-accepted': {
    name: 'Series of visits agreed',
    subject: ({ customerName, visits }) => `${customerName} agreed to ${visits} visits`,
    body: ({ title, startAt, timeZone }) => `${title}, first ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'series-declined': {
    name: 'Series of visits declined',
    subject: ({ customerName, visits }) => `${customerName} declined your ${visits} visits`,
    body: ({ title, startAt, timeZone }) => `${title}, first ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'series-expired': {
    name: 'Series of visits not answered',
    subject: ({ customerName, visits }) => `${customerName} did not answer about your ${visits} visits`,
    body: ({ title, startAt, timeZone }) => `${title}, first ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'booking-reminder-24h': {
    name: 'Reminder a day before',
    subject: ({ customerName }) => `Tomorrow: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => `${title} in ${city}, ${when(startAt, timeZone)}.`,
    primary: 'Open',
  },
  'booking-reminder-2h': {
    name: 'Reminder two hours before',
    subject: ({ customerName }) => `In two hours: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => `${title} in ${city}, ${when(startAt, timeZone)}.`,
    primary: 'Open',
    secondary: 'Start travel',
  },
  'booking-cancelled': {
    name: 'Booking cancelled',
    subject: ({ customerName }) => `${customerName} cancelled`,
    body: ({ title, startAt, timeZone, note, isContestable }) =>
      `${title}, ${when(startAt, timeZone)}.${note ? ` “${note}”` : ''}${isContestable ? ' It is put down to you. You can contest that within 7 days.' : ''}`,
    primary: 'Open',
    secondary: 'Contest',
  },
  'no-show-reported': {
    name: 'No-show reported',
    subject: ({ customerName }) => `${customerName} says that you did not come`,
    body: ({ title, startAt, timeZone, note }) =>
      `${title}, ${when(startAt, timeZone)}.${note ? ` “${note}”` : ''} You can contest it within 7 days.`,
    primary: 'Open',
    secondary: 'Contest',
  },
  'attribution-contested': {
    name: 'Cancellation or no-show contested',
    subject: ({ customerName }) => `${customerName} sees it differently`,
    body: ({ title, note }) => `${title}. “${note}” Until it is settled it counts for nobody.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'work-confirmed': {
    name: 'Work confirmed',
    subject: ({ customerName, automatic }) =>
      automatic ? `Your work for ${customerName} is confirmed` : `${customerName} confirmed your work`,
    body: ({ title }) => `${title} is completed.`,
    primary: 'Open',
  },
  'fix-requested': {
    name: 'Fix requested',
    subject: ({ customerName }) => `${customerName} asks for a fix`,
    body: ({ title, note }) => `${title}. “${note}”`,
    primary: 'Open',
  },
  'job-still-running': {
    name: 'Job still running',
    subject: ({ customerName }) => `Is the work for ${customerName} done?`,
    body: ({ title }) => `${title} is still in progress. Complete it, or pause it until you go on.`,
    primary: 'Open',
  },
  'adjustment-answered': {
    name: 'Extra work answered',
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? `${customerName} agreed to the extra work`
        : answer === 'DECLINED'
          ? `${customerName} declined the extra work`
          : `${customerName} did not answer about the extra work`,
    body: ({ title, note }) => `${title}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
  },
  'offer-requested': {
    name: 'Asked for a quote',
    subject: ({ customerName, urgency }) =>
      urgency === 'EMERGENCY' ? `Emergency: ${customerName} asks for a quote` : `${customerName} asks for a quote`,
    body: ({ title, city, respondBy, timeZone }) => `${title} in ${city}. Answer by ${when(respondBy, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'offer-viewed': {
    name: 'Offer viewed',
    subject: ({ customerName }) => `${customerName} looked at your offer`,
    body: ({ reference, title }) => `${reference}, ${title}.`,
    primary: 'Open',
  },
  'offer-changes-requested': {
    name: 'Changes to an offer wanted',
    subject: ({ customerName }) => `${customerName} wants changes to your offer`,
    body: ({ title, note }) => `${title}. “${note}”`,
    primary: 'Open',
    secondary: 'Message',
  },
  'offer-accepted': {
    name: 'Offer accepted',
    subject: ({ customerName }) => `${customerName} accepted your offer`,
    body: ({ reference, title, total }) => `${reference}, ${title}: ${total}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'offer-acceptance-undone': {
    name: 'Acceptance taken back',
    subject: ({ customerName }) => `${customerName} took the acceptance back`,
    body: ({ reference, title }) => `${reference}, ${title}. The offer is open again.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'offer-declined': {
    name: 'Offer declined',
    subject: ({ customerName }) => `${customerName} declined your offer`,
    body: ({ title, reason, note }) =>
      `${title}: ${offerReasons[reason] ?? 'no reason given'}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
  },
  'offer-cancelled': {
    name: 'Accepted offer called off',
    subject: ({ customerName }) => `${customerName} called the accepted offer off`,
    body: ({ reference, title, note }) => `${reference}, ${title}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
    secondary: 'Message',
  },
  'offer-closed': {
    name: 'Request for a quote closed',
    subject: ({ customerName }) => `${customerName} needs no more quotes`,
    body: ({ title, note }) => `${title}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
  },
  'offer-expiring': {
    name: 'Offer expiring',
    subject: ({ customerName }) => `Your offer to ${customerName} runs out soon`,
    body: ({ title, validUntil, timeZone }) => `${title}. It can be accepted until ${when(validUntil, timeZone)}.`,
    primary: 'Open',
    secondary: 'Extend',
  },
  'offer-expired': {
    name: 'Offer expired',
    subject: ({ customerName, wasSent }) =>
      wasSent ? `Your offer to ${customerName} expired` : `A request from ${customerName} expired`,
    body: ({ reference, title }) => `${reference}, ${title}.`,
    primary: 'Open',
    secondary: 'Extend',
  },
  'contract-changes-requested': {
    name: 'Changes to a contract wanted',
    subject: ({ customerName }) => `${customerName} wants changes to your contract`,
    body: ({ title, note }) => `${title}. “${note}”`,
    primary: 'Open',
    secondary: 'Message',
  },
  'contract-declined': {
    name: 'Contract declined',
    subject: ({ customerName }) => `${customerName} declined your contract`,
    body: ({ title, note }) => `${title}. “${note}”`,
    primary: 'Open',
    secondary: 'Message',
  },
  'contract-expired': {
    name: 'Contract not signed in time',
    subject: ({ customerName }) => `${customerName} did not sign your contract`,
    body: ({ reference, title }) => `${reference}, ${title}.`,
    primary: 'Open',
  },
  'contract-sign-expiring': {
    name: 'Contract waiting to be signed',
    subject: ({ customerName }) => `${customerName} has not signed yet`,
    body: ({ title, signBy, timeZone }) => `${title}. It can be signed until ${when(signBy, timeZone)}.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'contract-signed': {
    name: 'Contract signed',
    subject: ({ customerName }) => `${customerName} signed your contract`,
    body: ({ reference, title, total }) => `${reference}, ${title}: ${total}.`,
    primary: 'Open',
    secondary: 'Download PDF',
  },
  'contract-held': {
    name: 'Contract on hold',
    subject: ({ customerName }) => `${customerName} put the work on hold`,
    body: ({ title, note, until }) => `${title}.${until ? ` Until ${until}.` : ''}${note ? ` “${note}”` : ''}`,
    primary: 'Open',
    secondary: 'Message',
  },
  'contract-resumed': {
    name: 'Contract goes on',
    subject: ({ customerName }) => `The work for ${customerName} goes on`,
    body: ({ reference, title }) => `${reference}, ${title}.`,
    primary: 'Open',
  },
  'contract-withdrawn': {
    name: 'Withdrawn from a contract',
    subject: ({ customerName }) => `${customerName} withdrew from the contract`,
    body: ({ title, note }) => `${title}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
    secondary: 'Message',
  },
  'contract-terminated': {
    name: 'Contract ended',
    subject: ({ customerName }) => `The contract with ${customerName} has ended`,
    body: ({ title, settled }) => `${title}. ${settled} for what was under way.`,
    primary: 'Open',
  },
  'termination-proposed': {
    name: 'End of a contract proposed',
    subject: ({ customerName }) => `${customerName} wants to end the contract`,
    body: ({ title, settled }) => `${title}, with ${settled} for what is under way. Answer within 7 days.`,
    primary: 'Open',
    secondary: 'Message',
  },
  'termination-contested': {
    name: 'End of a contract contested',
    subject: ({ customerName, note }) =>
      note === null
        ? `The end of your contract with ${customerName} is to be decided`
        : `${customerName} sees it differently`,
    body: ({ title, note }) => `${title}.${note ? ` “${note}”` : ' Nobody answered in time.'}`,
    primary: 'Open',
    secondary: 'Message',
  },
  'milestone-approved': {
    name: 'Milestone approved',
    subject: ({ customerName, automatic }) =>
      automatic ? `A milestone for ${customerName} counts as approved` : `${customerName} approved a milestone`,
    body: ({ title, milestone, amount }) => `${milestone}, ${amount}. ${title}.`,
    primary: 'Open',
  },
  'milestone-changes': {
    name: 'Milestone sent back',
    subject: ({ customerName }) => `${customerName} sent a milestone back`,
    body: ({ milestone, note }) => `${milestone}. “${note}”`,
    primary: 'Open',
    secondary: 'Message',
  },
  'change-order-received': {
    name: 'Change order received',
    subject: ({ customerName }) => `${customerName} asks for a change order`,
    body: ({ title, changeOrder, amount }) => `${changeOrder}, ${amount}. ${title}.`,
    primary: 'Review',
    secondary: 'Message',
  },
  'change-order-answered': {
    name: 'Change order answered',
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? `${customerName} signed your change order`
        : answer === 'DECLINED'
          ? `${customerName} declined your change order`
          : `${customerName} did not answer your change order`,
    body: ({ title, changeOrder, note }) => `${changeOrder}. ${title}.${note ? ` “${note}”` : ''}`,
    primary: 'Open',
  },
  'dispute-opened': {
    name: 'Dispute opened',
    subject: ({ customerName }) => `${customerName} opened a dispute`,
    body: ({ title, amount, respondBy, timeZone }) =>
      `${title}${amount ? `, ${amount}` : ''}. Answer by ${when(respondBy, timeZone)}.`,
    primary: 'Open',
    secondary: 'Add evidence',
  },
  'dispute-updated': {
    name: 'Dispute: something new',
    subject: ({ customerName, what }) => disputeNews[what](customerName),
    body: ({ title, amount, note }) => [`${title}.`, amount && `${amount} for you.`, note].filter(Boolean).join(' '),
    primary: 'Open',
  },
  'dispute-deadline-24h': {
    name: 'Dispute: a day left',
    subject: ({ what, customerName }) =>
      what === 'ANSWER' ? `A day left to answer ${customerName}'s dispute` : `A day left to agree with ${customerName}`,
    body: ({ title, until, timeZone }) => `${title}. Until ${when(until, timeZone)}; then our team decides.`,
    primary: 'Open',
    secondary: 'Add evidence',
  },
  'dispute-resolved': {
    name: 'Dispute settled',
    subject: ({ by, customerName }) =>
      by === 'AGREEMENT'
        ? `You and ${customerName} settled the dispute`
        : `The dispute with ${customerName} is decided`,
    body: ({ title, amount, appealUntil, timeZone }) =>
      [
        `${title}.`,
        amount && `${amount} for you.`,
        appealUntil && `You can appeal until ${when(appealUntil, timeZone)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    primary: 'Open',
  },
  'message-reminder': {
    name: 'Message to come back to',
    subject: ({ authorName }) => (authorName ? `Come back to ${authorName}` : 'Come back to a message'),
    body: ({ excerpt }) => (excerpt ? `“${excerpt}”` : 'You asked to be reminded of this message.'),
    primary: 'Open',
  },
  'document-approved': {
    name: 'Document approved',
    subject: ({ document }) => `Your ${document} was approved`,
    body: () => 'There is nothing left to do.',
    primary: 'Open',
  },
  'document-rejected': {
    name: 'Document rejected',
    subject: ({ document }) => `Your ${document} was not accepted`,
    body: ({ fix, note }) => `${fix} ${note}`.trim(),
    primary: 'Upload again',
  },
  'document-expiring': {
    name: 'Document expiring',
    subject: ({ document, daysLeft }) =>
      daysLeft < 0
        ? `Your ${document} has expired`
        : `Your ${document} expires ${daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}`,
    body: ({ expiresAt, daysLeft }) =>
      `${daysLeft < 0 ? 'It was' : 'It is'} valid until ${expiresAt}. Upload a new one, so that nothing is held up.`,
    primary: 'Upload again',
  },
  'new-sign-in': {
    name: 'New sign-in',
    subject: () => 'New sign-in to your account',
    body: ({ device, at, timeZone }) => `${device}, ${when(at, timeZone)}. If this was you, there is nothing to do.`,
    primary: 'Open',
    secondary: "This wasn't me",
  },
  'bank-details-changed': {
    name: 'Bank details changed',
    subject: () => 'Your bank details were changed',
    body: ({ bankName, lastDigits, at, timeZone }) =>
      `Payouts now go to ${bankName}, account ending in ${lastDigits}. Changed ${when(at, timeZone)}.`,
    primary: 'Open',
    secondary: "This wasn't me",
  },
  'password-changed': {
    name: 'Password changed',
    subject: () => 'Your password was changed',
    body: ({ at, timeZone }) => `Changed ${when(at, timeZone)}. Other devices have been signed out.`,
    primary: 'Open',
    secondary: "This wasn't me",
  },
  'payment-received': {
    name: 'Payment received',
    subject: ({ customerName, amount }) => `${customerName} paid ${amount}`,
    body: ({ number, title, tip }) => `Invoice ${number}, ${title}.${tip ? ` With a tip of ${tip}.` : ''}`,
    primary: 'Open',
  },
  'payment-rejected': {
    name: 'Payment not confirmed',
    subject: ({ customerName, amount }) => `${customerName} says that ${amount} was not paid`,
    body: ({ number, title, note }) => `Invoice ${number}, ${title}. “${note}” Talk to the customer.`,
    primary: 'Open',
  },
  'payment-refunded': {
    name: 'Payment given back',
    subject: ({ customerName, amount }) => `${amount} was given back to ${customerName}`,
    body: ({ number, title, note }) => `Invoice ${number}, ${title}. “${note}” It is taken off your earnings.`,
    primary: 'Open',
  },
  'account-suspended': {
    name: 'Account suspended',
    subject: ({ until }) => `Your account is suspended until ${dayOf(until)}`,
    body: ({ reason }) => `${reason} You can read everything and finish running jobs, but take no new ones.`,
    primary: 'Ask support',
  },
  'account-reinstated': {
    name: 'Account no longer suspended',
    subject: () => 'Your account is no longer suspended',
    body: () => 'You can take requests again.',
    primary: 'Open',
  },
  'review-received': {
    name: 'Review received',
    subject: ({ customerName, rating }) => `${customerName} gave you ${rating} ${rating === 1 ? 'star' : 'stars'}`,
    body: ({ title, comment }) => (comment ? `${title}. “${excerpt(comment)}”` : `${title}.`),
    primary: 'Open',
    secondary: 'Reply',
  },
  'referral-rewarded': {
    name: 'Bonus for an invitation',
    subject: ({ amount }) => `${amount} for somebody you invited`,
    body: () => 'Their first job is finished. The bonus clears like work does.',
    primary: 'Open',
  },
  'payout-paid': {
    name: 'Payout arrived',
    subject: ({ amount }) => `${amount} has been paid out`,
    body: ({ bankName, lastDigits }) => `To ${bankName}, account ending in ${lastDigits}.`,
    primary: 'Open',
  },
  'payout-failed': {
    name: 'Payout failed',
    subject: ({ amount }) => `Your payout of ${amount} did not arrive`,
    body: ({ bankName, lastDigits, note, fix }) =>
      `${bankName}, account ending in ${lastDigits}.${note ? ` “${note}”` : ''} ${fix} The money is available again.`,
    primary: 'Open',
    secondary: 'Fix bank details',
  },
  'ticket-replied': {
    name: 'Answer from support',
    subject: ({ reference }) => `Support answered ${reference}`,
    body: ({ subject, agentName, excerpt }) => `${subject}. ${agentName}: “${excerpt}”`,
    primary: 'Open',
  },
  'ticket-resolved': {
    name: 'Ticket settled',
    subject: ({ reference }) => `${reference} is settled`,
    body: ({ subject, isSilent }) =>
      `${subject}.${isSilent ? ' We heard nothing for seven days.' : ''} You can open it again within 14 days.`,
    primary: 'Open',
    secondary: 'Reopen',
  },
  'ticket-waiting': {
    name: 'Support waits for you',
    subject: ({ reference }) => `Support waits for your answer about ${reference}`,
    body: ({ subject, silentUntil }) =>
      `${subject}. Without an answer it counts as settled on ${when(silentUntil, 'UTC').split(' at ')[0]}.`,
    primary: 'Open',
  },
}

export const names = Object.fromEntries(Object.entries(en).map(([id, { name }]) => [id, name])) as Record<
  WorkflowId,
  string
>

import type { Intent } from './intents.ts'

/**
 * Customers' lines. `{day}`, `{time}`, `{price}`, `{address}`, `{access}`, `{job}`, `{name}`, `{thanks}` are filled in;
 * lines with unknown facts are skipped.
 */
export const answerPhrases: Record<Intent, readonly string[]> = {
  photos: [
    'One moment, I will take one.',
    'Sure. The light is not great, but you can see where it is.',
    'I have put a photo on the booking.',
    'Let me send you one from this morning.',
  ],
  address: [
    'It is {address}.',
    '{address}. {access}',
    'You will find us at {address}. Call me if you miss the turn.',
    'I am at {address}, same place as on the booking.',
  ],
  access: [
    '{access}',
    'No problem: {access}',
    'Just call me when you are outside, I will come down.',
    'There is room to park in front of the house.',
  ],
  price: [
    'We said {price}, is that still right?',
    'I was thinking of {price}. Does that include the parts?',
    'What would it come to all in?',
    '{price} is fine as long as nothing comes on top.',
    'Can you write it down as a quote? Then I can decide quickly.',
  ],
  late: [
    'Thanks for telling me. Take your time.',
    'No wahala, the traffic is terrible today. I am home anyway.',
    'All right. Please keep me posted, I have to leave later.',
    'OK, how long do you think it will be?',
  ],
  coming: ['Great, I am at home.', 'Good. {access}', 'See you in a moment.', 'Perfect, I will open the gate.'],
  time: [
    '{day} at {time} suits me.',
    'I have {day} {time} in my calendar. Is that still right?',
    '{time} is good. A little earlier would be fine, too.',
    'I am flexible on {day}, but please not after six.',
    'Any time that suits you, just tell me the day before.',
  ],
  done: [
    'That was quick! Let me have a look.',
    'Wonderful. I will check and confirm it here.',
    '{thanks}, I will look at it tonight.',
    'Oh good. Did you have to replace anything?',
  ],
  detail: [
    'It started about a week ago, and it is getting worse.',
    'Hard to say. It was put in when the house was built, so ten years at least.',
    'Only the one. The others are fine.',
    'I do not know the make, but there is a sticker on the side. I can send a photo.',
  ],
  sorry: ['No problem at all.', 'It happens.', 'Don’t worry about it.'],
  thanks: ['You are welcome.', 'No, thank you.', '🙏'],
  greeting: ['{greeting}, {name}.', 'Hello {name}!', '{greeting}! How are you?'],
  agree: ['👍', 'Good.', 'Great, thanks.'],
  question: [
    'Good question. Let me check and come back to you.',
    'I am not sure. What would you suggest?',
    'Yes, I think so.',
    'I would leave that to you, you are the expert.',
  ],
  statement: ['I see.', 'All right, thanks for telling me.', 'OK, understood.', 'That makes sense.'],
}

/** Additions of talkative customers. */
export const smallTalkPhrases = [
  'My neighbour recommended you, by the way.',
  'The last one who tried only made it worse.',
  'We have had no peace since it began.',
  'I work from home, so somebody is always here.',
  'There will be tea.',
  'Sorry for all the messages!',
] as const

/** Additions of price-sensitive customers. */
export const hagglingPhrases = [
  'That is a bit more than I hoped for.',
  'Is there anything you can do about the price?',
  'My budget is tight this month.',
] as const

/** Reactions to messages: conversation, line, person and minutes ago. */
type Speaker = 'them' | 'ada'
interface LineTarget {
  who: string
  line: number
  by: Speaker
  ago: number
}

/** Replies in the thread of a line; the marked ones are read by Ada. */
export const replies: readonly (LineTarget & { text: string; isRead?: boolean })[] = [
  {
    who: 'funke',
    line: 3,
    by: 'them',
    ago: 8 * 1440 + 278,
    text: 'Is the 95 with the taps, or do they come on top?',
    isRead: true,
  },
  { who: 'funke', line: 3, by: 'ada', ago: 8 * 1440 + 276, text: 'With both taps. Only a new basin would be extra.' },
  {
    who: 'funke',
    line: 3,
    by: 'them',
    ago: 8 * 1440 + 275,
    text: 'Good. The basin can stay another year.',
    isRead: true,
  },
  {
    who: 'chidi',
    line: 1,
    by: 'them',
    ago: 2 * 1440 + 180,
    text: 'Riser was renewed in 2019, if that helps.',
    isRead: true,
  },
  { who: 'chidi', line: 1, by: 'ada', ago: 2 * 1440 + 176, text: 'It does. Then I bring a cartridge too.' },
  { who: 'chidi', line: 1, by: 'them', ago: 40, text: 'Can you leave me the old cartridge? I want to see the scale.' },
]

export const reactions: readonly (LineTarget & { emoji: string })[] = [
  { who: 'funke', line: 5, by: 'them', ago: 3 * 1440 - 70, emoji: '❤️' },
  { who: 'funke', line: 9, by: 'them', ago: 2 * 1440 + 10, emoji: '👍' },
  { who: 'sarah', line: 2, by: 'ada', ago: 14 * 1440 + 90, emoji: '🎉' },
  { who: 'chidi', line: 4, by: 'ada', ago: 990, emoji: '🙏' },
]

/** Pinned messages. */
export const pins: readonly LineTarget[] = [
  { who: 'funke', line: 4, by: 'ada', ago: 8 * 1440 + 270 },
  { who: 'chidi', line: 5, by: 'ada', ago: 985 },
]

/** Ada's reminders: minutes from now, or without a time. */
export const savedMessages: readonly (Omit<LineTarget, 'by'> & { inMinutes: number | null })[] = [
  { who: 'chidi', line: 5, ago: 980, inMinutes: -20 },
  { who: 'sarah', line: 4, ago: 180, inMinutes: 19 * 60 },
  { who: 'grace', line: 2, ago: 3 * 1440 + 300, inMinutes: null },
]

/** Polls with the author's vote. */
export const polls = [
  {
    who: 'blessing',
    ago: 66 * 1440,
    name: 'The taps: which colour do they respect?',
    options: ['Red for hot', 'Dinosaurs', 'They respect nothing'],
    ownVote: 'opt_2',
  },
  {
    who: 'sarah',
    ago: 181,
    name: 'Two taps: how shall we do it?',
    options: ['Both in one visit', 'On two days', 'As you like'],
    ownVote: 'opt_1',
  },
] as const

/** Shared locations; `minutes` for live ones, which have ended by now. */
export const sharedLocations = [
  { who: 'halima', by: 'them', ago: 74 * 1440, latitude: 6.45921, longitude: 3.39554 },
  { who: 'chidi', by: 'them', ago: 978, latitude: 6.49531, longitude: 3.35694 },
  { who: 'ibrahim', by: 'ada', ago: 9 * 1440 + 640, latitude: 6.58122, longitude: 3.35877, minutes: 30 },
] as const

/** Voice messages. */
export const voiceMessages = [
  { who: 'emeka', ago: 80 * 1440, pitch: 132, syllables: 'uo aie ea iou ae uoa iea ou aie' },
  { who: 'ibrahim', ago: 16, pitch: 118, syllables: 'aea iouae ea uo iaea ou a iea' },
] as const

/** Ada's scheduled messages: days from today and the hour, in Lagos. */
export const scheduledMessages = [
  {
    who: 'sarah',
    ago: 120,
    inDays: 1,
    hour: 8,
    text: 'Good morning Sarah! I have looked at your bathroom plan. The offer comes today, with both taps.',
  },
] as const

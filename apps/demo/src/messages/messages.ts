import { readData } from '../data.ts'
import type { CustomerKey } from '../people/people.ts'

/** The author of a message: a customer or Ada. */
export type Speaker = 'them' | 'ada'

/** Something about a message: conversation, line, and minutes ago. */
interface LineTarget {
  who: CustomerKey
  line: number
  minutesAgo: number
}

interface Messages {
  /** Author, minutes ago and text. */
  conversations: Partial<Record<CustomerKey, [by: Speaker, minutesAgo: number, text: string][]>>
  /** Replies in the thread of a line; the marked ones are read by Ada. */
  replies: (LineTarget & { by: Speaker; text: string; isRead?: boolean })[]
  reactions: (LineTarget & { by: Speaker; emoji: string })[]
  pins: (LineTarget & { by: Speaker })[]
  /** Ada's reminders: minutes from now, or without a time. */
  saved: (LineTarget & { inMinutes: number | null })[]
  /** Polls with the author's vote. */
  polls: { who: CustomerKey; minutesAgo: number; name: string; options: string[]; ownVote: string }[]
  /** Shared locations; `minutes` for live ones, which have ended by now. */
  locations: {
    who: CustomerKey
    by: Speaker
    minutesAgo: number
    latitude: number
    longitude: number
    minutes?: number
  }[]
  voice: { who: CustomerKey; minutesAgo: number; file: string; durationMs: number; waveform: number[] }[]
  /** Ada's scheduled messages: days from today and the hour, in Lagos. */
  scheduled: { who: CustomerKey; minutesAgo: number; inDays: number; hour: number; text: string }[]
}

export const messages = readData<Messages>('messages')

import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'

/** Colours of letterheads on paper: a bar, a tinted ground and text on it. */
export const printColours: Record<LetterheadColour, { accent: string; text: string; soft: string }> = {
  ORANGE: { accent: '#bb471b', text: '#95330b', soft: '#ffeae3' },
  RED: { accent: '#bd4045', text: '#972d32', soft: '#ffe9e8' },
  PINK: { accent: '#b2417f', text: '#8e2f63', soft: '#fee9f2' },
  VIOLET: { accent: '#7a59c3', text: '#5f439c', soft: '#f1edff' },
  BLUE: { accent: '#2171cc', text: '#1157a4', soft: '#e4f1ff' },
  TEAL: { accent: '#008687', text: '#00696a', soft: '#e2f4f4' },
  GREEN: { accent: '#228744', text: '#116a31', soft: '#e6f4e8' },
  GREY: { accent: '#77706a', text: '#5c5751', soft: '#f1efee' },
}

/** Rules for the intent of a provider's message. The first match counts most. */

const rules = [
  ['photos', /\b(photos?|pictures?|pics?|images?|snap|show me|send me a)\b/i],
  [
    'address',
    /\b(address|where (is|are|do)|which (street|house|floor|flat)|directions?|find (it|you)|landmark|located?)\b/i,
  ],
  ['access', /\b(gate|keys?|door|bell|let me in|parking|park|dog|access|guard)\b/i],
  [
    'price',
    /₦|\b(price|cost|charge|budget|how much|quote|estimate|naira|discount|expensive|cheap|pay(ment)?|deposit)\b/i,
  ],
  ['late', /\b(late|delay(ed)?|traffic|stuck|behind schedule|running behind|minutes? away)\b/i],
  ['coming', /\b(on (my|the) way|coming|en route|set off|leaving now|almost there|around the corner|outside)\b/i],
  [
    'time',
    /\b(when|what time|time|today|tomorrow|morning|afternoon|evening|o'clock|reschedule|move (it|the)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d{1,2}(:\d\d| ?[ap]m))\b/i,
  ],
  ['done', /\b(done|finished|completed?|all set|fixed|repaired|works? (now|again))\b/i],
  [
    'detail',
    /\b(how (long|big|many|old|bad)|which (kind|type|brand|model)|what (kind|type|brand|model)|since when|describe|details?|tell me more)\b/i,
  ],
  ['sorry', /\b(sorry|apolog)/i],
  ['thanks', /\b(thanks?|thank you|cheers|appreciate)\b/i],
  ['greeting', /\b(hi|hello|hey|good (morning|afternoon|evening|day)|welcome|nice to meet)\b/i],
  ['agree', /^\W*(ok(ay)?|sure|fine|great|perfect|yes|no problem|noted|alright|understood|👍)\W*$/i],
] as const satisfies readonly (readonly [string, RegExp])[]

export type Intent = (typeof rules)[number][0] | 'question' | 'statement'

/** Intents of a message, most important first, at most two. */
export function intentsOf(text: string): Intent[] {
  const found = rules.filter(([, pattern]) => pattern.test(text)).map(([intent]) => intent)
  const important = found.filter((intent) => intent !== 'greeting' && intent !== 'thanks' && intent !== 'sorry')
  if (important.length > 0) return important.slice(0, 2)
  if (text.includes('?')) return ['question']
  return found[0] === undefined ? ['statement'] : [found[0]]
}

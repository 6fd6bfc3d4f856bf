export { checkSlot, claimSlot, holdSlots, releaseSlots, suggestSlots, type Claim } from './diary.service.ts'
export { lockDiary } from './diary.store.ts'
export { toSlotView } from './diary.rules.ts'

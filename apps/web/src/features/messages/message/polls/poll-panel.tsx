import type { AddPanelProps } from '../../composer/composer-tools.ts'
import { CreatePoll } from './create-poll.tsx'

/** Panel that creates a poll, from the "+" menu or "/poll" with the question. */
export default function PollPanel({ tools, args, onClose }: AddPanelProps) {
  return <CreatePoll cid={tools.target.store.cid} question={args.trim()} onClose={onClose} />
}

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import type { AddPanelProps } from './tools.types.ts'
import { customerOf } from '../customer.ts'

/** Navigates to the offer editor for this customer and back. The text stays as a draft. */
export default function OfferPanel({ tools, onClose }: AddPanelProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    const customer = customerOf(tools)
    onClose()
    const from = tools.target.store.cid.replace('messaging:', '')
    void navigate(`${paths.offers}?${new URLSearchParams({ new: '', ...(customer && { customer }), from })}`)
  })
  useEffect(() => go(), [])
  return null
}

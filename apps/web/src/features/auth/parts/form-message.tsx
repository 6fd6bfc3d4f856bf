import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'

/** Why the form as a whole was refused. */
export const FormMessage = ({ children, action }: { children: ReactNode; action?: ReactNode }) =>
  children ? (
    <Banner tone="danger" alert>
      {children}
      {action}
    </Banner>
  ) : null

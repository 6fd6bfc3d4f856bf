import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { LoadError, type LoadErrorProps } from '../../../shared/errors/load-error.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'

/** Shown in place of tickets that could not be loaded, which need a connection. */
export const NotLoaded = ({ title, query }: { title: ReactNode; query: LoadErrorProps['query'] }) =>
  useConnection() ? (
    <LoadError title={title} query={query} />
  ) : (
    <Banner tone="warning" alert title={title}>
      {t`You need a connection to see tickets. You can read help articles offline.`}
    </Banner>
  )

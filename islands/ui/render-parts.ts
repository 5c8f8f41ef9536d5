import { createElement, Fragment, type ReactNode } from 'react'

/** The parts of a text with marked parts, as one node. */
export const renderParts = (parts: ReactNode): ReactNode =>
  createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))

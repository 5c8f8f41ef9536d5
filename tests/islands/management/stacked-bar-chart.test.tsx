// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StackedBarChart } from '../../../islands/management/stacked-bar-chart.tsx'

test('an abandoned checkout counts as not paid, and only paid orders as in progress', () => {
  const { container } = render(
    <StackedBarChart
      orders={[
        { service: 'power', state: 'quoted', count: 2 },
        { service: 'power', state: 'awaiting_payment', count: 1 },
        { service: 'power', state: 'paid', count: 1 },
      ]}
    />,
  )
  const widths = [...container.querySelectorAll('rect')].map((bar) => [
    bar.getAttribute('class'),
    Number(bar.getAttribute('width')),
  ])
  expect(widths).toEqual([
    ['bar-progress', 25],
    ['bar-neutral', 75],
  ])
  expect(container.querySelector('.legend-neutral')?.textContent).toBe('Not paid')
})

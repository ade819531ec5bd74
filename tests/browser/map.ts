/** The map of programs of any machine, as a user works with it. */

import type { Locator, Page } from '@playwright/test';

import { expect, openView } from './playground';

/** The map, as a user finds its parts. */
export class DifferenceMap {
  readonly panel: Locator;
  readonly plane: Locator;
  readonly legend: Locator;

  constructor(readonly page: Page) {
    this.panel = page.getByRole('region', { name: 'Difference map' });
    this.plane = this.panel.getByRole('application', { name: /^Map of the inputs/ });
    this.legend = this.panel.getByRole('table', { name: 'What the cells show' });
  }

  async draw(): Promise<void> {
    await openView(this.page, 'Map');
    await this.panel.getByRole('button', { name: 'Draw the map' }).click();
    await this.expectDone();
  }

  async expectDone(): Promise<void> {
    await expect(this.panel).toContainText(/16 samples a cell\.|a single input\./);
  }

  /** Opens the other controls, beyond the one line. */
  async openMore(): Promise<void> {
    const more = this.panel.locator('details.more');
    if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
  }

  /** Shows the part of the plane between these numbers. */
  async show(...numbers: [string, string, string, string]): Promise<void> {
    await this.openMore();
    const fields = this.panel.getByRole('form', { name: 'Part of the plane' }).getByRole('textbox');
    for (const [index, number] of numbers.entries()) await fields.nth(index).fill(number);
    await this.panel.getByRole('button', { name: 'Show', exact: true }).click();
    await this.expectDone();
  }

  /** The first and the last visible $1 and $2, as their fields show. */
  async ends(): Promise<string[]> {
    await this.openMore();
    const fields = this.panel.getByRole('form', { name: 'Part of the plane' }).getByRole('textbox');
    return fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  }

  /** The number of cells of each class. */
  async counts(): Promise<Record<string, string>> {
    const rows = await this.legend.locator('tbody tr').all();
    const pairs = await Promise.all(
      rows.map(async (row) => [
        await row.getAttribute('data-class'),
        (await row.getByRole('cell').first().textContent())?.trim(),
      ]),
    );
    return Object.fromEntries(pairs);
  }
}

import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { canMakeStaff, customer, member, showPerson } from './chat-helpers';
import { call, placeOrder } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('orders and waiting work begin with the home branch, and one press shows all branches', async ({
  page,
  browser,
}) => {
  const { name } = await customer(page);
  const [, branch] = await call(page, 'GET', '/api/v1/branch');
  const delivery = { method: 'pickup', branch_id: branch.b_id };
  const pickup = await placeOrder(page, 'cod', { delivery });
  const delivered = await placeOrder(page);
  const clerk = await member(browser, 'Sisouk');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const { phone } = await call(clerk, 'GET', '/api/auth/profile');
  execFileSync(process.env.HEUAN as string, ['staff', 'branch', phone, String(branch.b_id)]);

  const row = ({ order_id }: { order_id: string }) =>
    clerk.locator(`[data-order="${order_id}"]:visible`);
  const showAll = clerk
    .getByRole('button', { name: /^(Show all branches|Clear the filter: Branch)/ })
    .filter({ visible: true });
  await clerk.goto(`/en/staff/orders?search=${name}`);
  await expect(row(pickup)).toBeVisible();
  await expect(row(delivered)).toHaveCount(0);
  await showAll.click();
  await expect(clerk).toHaveURL(/branch_id=all/);
  await expect(row(delivered)).toBeVisible();
  await row(delivered).getByRole('link').first().click();
  await expect(clerk.getByRole('heading', { level: 1, name: delivered.number })).toBeVisible();
  await clerk.goBack();
  await expect(row(delivered)).toBeVisible();

  await clerk.goto('/en/staff');
  await showAll.click();
  await expect(clerk).toHaveURL(/branch_id=all/);
  await expect(clerk.getByRole('link', { name: /To confirm/ }).first()).toHaveAttribute(
    'href',
    /branch_id=all/,
  );
  await clerk.context().close();
});

test('manager chooses the home branch of a person, and removes it', async ({ page, browser }) => {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const clerk = await member(browser, 'Phonsavan');
  const { cus_id, fname, lname, phone } = await call(clerk, 'GET', '/api/auth/profile');
  const [branch] = await call(manager, 'GET', '/api/v1/branch');
  const saved = async () => (await call(clerk, 'GET', '/api/staff/me')).home_branch_id;
  await manager.goto('/en/staff/people');
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  // Others of this name are in the list, so the phone number tells the row.
  const shownPhone = phone.replace(/^\+856(\d\d)(\d{4})(\d{4})$/, '0$1 $2 $3');
  const row = manager.locator('tr, li').filter({ hasText: shownPhone, visible: true });
  await showPerson(manager, row);
  if (isPhone) await row.getByRole('button', { name: `Edit ${fname} ${lname}` }).click();
  const control = isPhone
    ? manager.getByRole('dialog').getByLabel('Home branch')
    : row.getByLabel(`Home branch of ${fname} ${lname}`);
  await control.selectOption(String(branch.b_id));
  await expect.poll(saved).toBe(branch.b_id);
  await expect(control).toBeEnabled();
  await control.selectOption('');
  await expect.poll(saved).toBeNull();
  const audit = await call(manager, 'GET', `/api/staff/audit?search=${cus_id}`);
  expect(audit[0].detail).toBe(`${fname} ${lname}: home branch none`);
  await Promise.all([manager.context().close(), clerk.context().close()]);
});

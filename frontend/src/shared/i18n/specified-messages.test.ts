import { expect, it } from 'vitest';
import type { ShopMessageKey } from './load-messages';
import en from './messages/en.json';
import la from './messages/la.json';
import th from './messages/th.json';

/** Texts that sections 2, 5 and 8 of the specification prescribe in one language. */
const LAO: [ShopMessageKey, string][] = [
  ['cart.empty', 'ກະຕ່າສິນຄ້າຂອງທ່ານວ່າງເປົ່າ'],
  ['cart.checkoutFailed', 'ເກີດຂໍ້ຜິດພາດໃນການດຳເນີນການ, ກະລຸນາລອງໃໝ່ອີກຄັ້ງ'],
  ['cart.deleteItemConfirm', 'ຢືນຢັນການລຶບລາຍການນີ້?'],
  ['session.loggedOut', 'ອອກຈາກລະບົບສຳເລັດແລ້ວ'],
  ['session.logoutFailed', 'ເກີດຂໍ້ຜິດພາດໃນການອອກຈາກລະບົບ'],
  ['wishlist.addAllFailed', 'ບໍ່ສາມາດເພີ່ມສິນຄ້າລົງກະຕ່າໄດ້'],
  ['wishlist.cleared', 'ລຶບລາຍການທີ່ມັກທັງໝົດແລ້ວ'],
  ['branches.loadFailed', 'ບໍ່ສາມາດດຶງຂໍ້ມູນສາຂາໄດ້'],
  ['chat.imageOnly', 'ກະລຸນາເລືອກຟາຍຮູບພາບເທົ່ານັ້ນ'],
  ['chat.imageTooLarge', 'ຂະຫນາດຟາຍຕ້ອງບໍ່ເກີນ 5MB'],
  ['chat.imageCaption', 'ສົ່ງຮູບພາບ'],
  ['chat.imageSent', 'ສົ່ງຮູບພາບສຳເລັດ!'],
  ['chat.imageRefused', 'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້'],
  ['chat.sendRefused', 'ບໍ່ສາມາດສົ່ງຂໍ້ຄວາມໄດ້'],
  ['chat.sendNetwork', 'ເກີດຂໍ້ຜິດພາດໃນການສົ່ງຂໍ້ຄວາມ'],
  // The specification says that it is similar.
  ['chat.imageNetwork', 'ເກີດຂໍ້ຜິດພາດໃນການສົ່ງຮູບພາບ'],
  ['imageSearch.noFile', 'ບໍ່ພົບຮູບພາບ ກະລຸນາເລືອກຮູບພາບໃໝ່'],
];
const THAI: [ShopMessageKey, string][] = [['imageSearch.fileRejected', 'ไฟล์ไม่ถูกต้อง โปรดลองอีกครั้ง']];
const ENGLISH: [ShopMessageKey, string][] = [
  ['cart.clearFailed', 'Failed to clear cart'],
  ['cart.updateFailed', 'Failed to update item quantity'],
  ['cart.deleteItemError', 'Failed to remove item from cart'],
  ['cart.addFailed', 'Failed to add item to cart'],
  ['cart.updateCheckout', 'Update checkout'],
  ['cart.onPaymentPage', 'You are already on the payment page'],
  ['branches.loadFailed', 'Failed to load branch data'],
  ['branches.fetchFailed', 'Failed to fetch branch data: {status}'],
  ['branches.fetchError', 'Error fetching data'],
  ['failure.tokenValidation', 'API token validation failed'],
  ['failure.tokenMissing', 'No API token available. Please reload the page and try again.'],
  ['failure.tokenRefresh', 'API token refresh failed. Cannot proceed with the request.'],
  ['categoryMenu.noData', 'No data found'],
  ['categoryMenu.allShown', 'All products shown'],
  ['weather.noBranches', 'No valid branch locations'],
  ['weather.noAnswer', 'Could not fetch weather data'],
  ['weather.badData', 'Weather data error'],
  ['weather.error', 'Error'],
  ['weather.clear', 'Clear sky'],
  ['imageSearch.wrongType', 'Please choose an image (PNG, JPG, JPEG, GIF, WEBP)'],
  ['imageSearch.cameraUnsupported', 'Your device does not support the camera'],
  ['imageSearch.needArea', 'Select a crop area before searching'],
  ['imageSearch.failed', 'Search failed'],
  ['imageSearch.timeout', 'Search took too long, try a smaller image'],
  // One sentence in the specification, a title and a sentence here.
  ['imageSearch.none', 'No similar products found'],
  ['imageSearch.noneHint', 'Try adjusting the image size so the product is clearer'],
];

it.each(LAO)('message %s has the specified Lao text', (key, text) => {
  expect(la[key]).toBe(text);
});

it.each(THAI)('message %s has the specified Thai text', (key, text) => {
  expect(th[key]).toBe(text);
});

it.each(ENGLISH)('message %s has the specified English text', (key, text) => {
  expect(en[key]).toBe(text);
});

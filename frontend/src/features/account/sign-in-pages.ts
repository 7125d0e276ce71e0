// biome-ignore lint/performance/noBarrelFile: the pages on the way to an account are one chunk, which the shopper's entry names once.
export { LoginPage } from './LoginPage';
export { LoginPrompt } from './LoginPrompt';
export { RegisterPage } from './RegisterPage';
export { ResetPage } from './ResetPage';

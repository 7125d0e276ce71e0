//! Image resampling. This is the only module that uses the resize library with concrete pixel types, because
//! every instantiation compiles it with all its instruction sets, which takes about 15 s.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8x3, U8x4},
};

use crate::MediaError;

/// Interpolation of resampled pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Lanczos,
    CatmullRom,
}

/// Pixels of eight bits a channel in row-major order, and their width and height.
type From<'a> = (&'a [u8], (u32, u32));
type To<'a> = (&'a mut [u8], (u32, u32));

/// Resamples the part `[left, top, width, height]` of `from` into `to`, in three channels.
pub fn resample_rgb(from: From<'_>, part: [f64; 4], to: To<'_>, filter: Filter) -> Result<(), MediaError> {
    let [left, top, width, height] = part;
    resample::<U8x3>(from, to, &options(filter).crop(left, top, width, height))
}

/// Resamples all of `from` into `to`, in three channels and alpha.
pub(crate) fn resample_rgba(from: From<'_>, to: To<'_>, filter: Filter) -> Result<(), MediaError> {
    resample::<U8x4>(from, to, &options(filter))
}

fn options(filter: Filter) -> ResizeOptions {
    let filter = match filter {
        Filter::Lanczos => FilterType::Lanczos3,
        Filter::CatmullRom => FilterType::CatmullRom,
    };
    ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter))
}

/// Resamples one concrete pixel type. The library's dynamic function would compile all fourteen.
fn resample<Pixel: PixelTrait>(
    (from, (width, height)): From<'_>,
    (to, (to_width, to_height)): To<'_>,
    options: &ResizeOptions,
) -> Result<(), MediaError> {
    let from = TypedImageRef::<Pixel>::from_buffer(width, height, from).map_err(|error| failed(&error))?;
    let mut to = TypedImage::from_buffer(to_width, to_height, to).map_err(|error| failed(&error))?;
    Resizer::new().resize_typed(&from, &mut to, options).map_err(|error| failed(&error))
}

fn failed(error: &impl std::fmt::Display) -> MediaError {
    MediaError::Unreadable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requested_part_is_resampled() {
        let from: Vec<u8> = (0..8u8).flat_map(|pixel| [pixel * 10; 3]).collect();
        let mut to = [0; 3];
        resample_rgb((&from, (4, 2)), [3.0, 1.0, 1.0, 1.0], (&mut to, (1, 1)), Filter::CatmullRom).unwrap();
        assert_eq!(to, [70; 3]);
        let beyond =
            resample_rgb((&from, (4, 2)), [3.0, 1.0, 2.0, 1.0], (&mut to, (1, 1)), Filter::CatmullRom);
        assert!(beyond.is_err());
        let short = resample_rgb((&from, (5, 2)), [0.0, 0.0, 1.0, 1.0], (&mut to, (1, 1)), Filter::Lanczos);
        assert!(short.is_err());
    }
}

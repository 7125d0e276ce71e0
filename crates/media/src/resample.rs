//! Pictures in another size. The only place that names kinds of pixels to the library: whoever does compiles it for that
//! kind, with all its instruction sets, which takes a quarter of a minute each time.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8x3, U8x4},
};

use crate::MediaError;

/// What a pixel is made of those it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Lanczos,
    CatmullRom,
}

/// Pixels of eight bits a channel, row after row, and how many columns and rows they are.
type From<'a> = (&'a [u8], (u32, u32));
type To<'a> = (&'a mut [u8], (u32, u32));

/// Fills `to` with the part of `from` that is `[left, top, width, height]`, in three channels.
pub fn resample_rgb(from: From<'_>, part: [f64; 4], to: To<'_>, filter: Filter) -> Result<(), MediaError> {
    let [left, top, width, height] = part;
    resample::<U8x3>(from, to, &options(filter).crop(left, top, width, height))
}

/// Fills `to` with the whole of `from`, in three channels and how much of them shows.
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

/// The library's function for any kind of pixel would compile it for all fourteen of them.
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
    fn the_part_asked_for_is_what_is_shown() {
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

use std::sync::LazyLock;

use image::GrayImage;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::*;

mod reader;

use reader::Reader;

#[test]
fn every_digit_leaves_ink_and_differs_from_the_others() {
    let pictures: Vec<Vec<u8>> = (0..10)
        .map(|digit| draw(&digit.to_string(), &mut StdRng::seed_from_u64(7)).unwrap())
        .collect();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(picture.starts_with(b"\x89PNG"));
        assert!(!pictures[..index].contains(picture), "digit {index}");
    }
}

#[test]
fn the_same_digits_never_look_the_same() {
    let mut random = StdRng::seed_from_u64(1);
    assert_ne!(
        draw("1234", &mut random).unwrap(),
        draw("1234", &mut random).unwrap()
    );
}

#[test]
fn answers_are_four_digits() {
    let text = answer(&mut StdRng::seed_from_u64(3));
    assert_eq!(text.len(), DIGITS);
    assert!(text.bytes().all(|byte| byte.is_ascii_digit()));
}

/// A digit of one colour is cut out by that colour.
#[test]
fn no_colour_belongs_to_a_digit() {
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..50 {
        let picture = painted(&answer(&mut random), &mut random);
        let mut counts = std::collections::HashMap::new();
        for pixel in picture.pixels() {
            *counts.entry(pixel.0).or_insert(0) += 1;
        }
        let most = counts.values().max().copied().unwrap();
        assert!(most <= 8, "{most} pixels of one colour");
    }
}

/// A hundred pictures that no reader has seen before.
static UNSEEN: LazyLock<Vec<(String, GrayImage)>> = LazyLock::new(|| {
    let mut random = StdRng::seed_from_u64(20_260_301);
    (0..100).map(|_| sample(&mut random)).collect()
});

/// How many of them a reader gets right, and how many of their digits.
fn read_of_unseen(reader: &Reader) -> (usize, usize) {
    let (mut whole, mut single) = (0, 0);
    for (digits, picture) in UNSEEN.iter() {
        let read = reader.read(picture);
        whole += usize::from(read == *digits);
        let pairs = read.chars().zip(digits.chars());
        single += pairs.filter(|(one, other)| one == other).count();
    }
    (whole, single)
}

/// A picture as a program sees it, with its answer.
fn sample(random: &mut StdRng) -> (String, GrayImage) {
    let digits = answer(random);
    let picture = image::DynamicImage::from(painted(&digits, random)).to_luma8();
    (digits, picture)
}

/// The same on flat paper, black on white, apart.
fn flat(random: &mut StdRng) -> (String, GrayImage) {
    let digits = answer(random);
    let hands = digits.bytes().map(|digit| {
        let hands = &GLYPHS[usize::from(digit - b'0')];
        &hands[random.random_range(0..hands.len())]
    });
    let hands: Vec<&'static Glyph> = hands.collect();
    (digits, reader::written(&hands))
}

/// What programs take for ink.
const LOOKS: [(&str, reader::Look); 5] = [
    ("thick", reader::thick),
    ("cleaned", reader::cleaned),
    ("darkest", reader::darkest),
    ("lightest", reader::lightest),
    ("outstanding", reader::outstanding),
];

/// The readers are no straw men: flat and apart they read what they fail on here. By chance one picture of ten thousand
/// would be read. Slow: each reader holds every digit of two hundred pictures against every template.
#[test]
fn simple_programs_fail_mostly() {
    let mut random = StdRng::seed_from_u64(7);
    let flats: Vec<_> = (0..100).map(|_| flat(&mut random)).collect();
    for (name, reader) in LOOKS.into_iter().flat_map(|(name, look)| {
        let of_flat = Reader::trained(look, &flats);
        [(name, Reader::of_templates(look)), (name, of_flat)]
    }) {
        let right = flats
            .iter()
            .filter(|(digits, picture)| reader.read(picture) == *digits)
            .count();
        // What is lightest on flat paper is paper.
        let reads_flat = name != "lightest";
        assert!(
            right >= 90 || !reads_flat,
            "{name}: {right} of 100 flat ones"
        );
        let (whole, single) = read_of_unseen(&reader);
        println!("{name}: {whole} of 100, {single} of 400 digits");
        assert!(whole < 6, "{name}: {whole} of 100, {single} of 400 digits");
    }
}

/// A program that has seen four hundred pictures with their answers, and knows each digit by the mean of its pictures.
#[test]
fn a_trained_program_fails_mostly() {
    let samples: Vec<_> = std::thread::scope(|scope| {
        let painting = |seed| {
            scope.spawn(move || {
                let mut random = StdRng::seed_from_u64(seed);
                (0..100).map(|_| sample(&mut random)).collect::<Vec<_>>()
            })
        };
        let threads: Vec<_> = (1..=4).map(painting).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    for (name, look) in LOOKS {
        let (whole, single) = read_of_unseen(&Reader::trained(look, &samples));
        println!("trained, {name}: {whole} of 100, {single} of 400 digits");
        assert!(whole < 6, "{name}: {whole} of 100, {single} of 400 digits");
    }
}
